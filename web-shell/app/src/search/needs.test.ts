import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { type SearchedTool, searchTools } from "./tools";

type Language = "en" | "pl";
type Manifest = {
  id: string;
  category: string;
  search: Record<Language, string[]>;
  name?: Record<Language, string>;
  summary?: Record<Language, string>;
};
type Texts = { name: string; summary: string };

const read = <T>(path: string) => parse(readFileSync(path, "utf8")) as T;

/** A bundled plugin as the catalogue describes it in a language. */
function toolOf(folder: string, language: Language): SearchedTool {
  const manifest = read<Manifest>(`${folder}/plugin.toml`);
  const textsIn = (language: Language): Texts =>
    folder.startsWith("plugins/templates/")
      ? templateTexts(folder, language)
      : read<Texts>(`${folder}/texts/${language}.toml`);
  const other = language === "en" ? "pl" : "en";
  return {
    id: manifest.id,
    ...textsIn(language),
    search: manifest.search[language],
    search_elsewhere: [textsIn(other).name, ...manifest.search[other]],
  };
}

function templateTexts(folder: string, language: Language): Texts {
  const { name, summary } = read<Required<Manifest>>(`${folder}/template.toml`);
  return { name: name[language], summary: summary[language] };
}

// Packs of audit rules are no tools, and the search does not list them.
const has = (folder: string) =>
  readdirSync(folder).includes("plugin.toml") && read<Manifest>(`${folder}/plugin.toml`).category !== "audit";
const folders = ["plugins", "plugins/templates", "plugins/scripts"].flatMap((place) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${place}/${name}`)
    .filter(has),
);
const searches = {
  en: searchTools(folders.map((folder) => toolOf(folder, "en"))),
  pl: searchTools(folders.map((folder) => toolOf(folder, "pl"))),
};

/** What users type, and the tool that they want: the first result. */
const NEEDS: Record<Language, [need: string, tool: string][]> = {
  en: [
    ["title for google", "seo-metatags"],
    ["google title", "seo-metatags"],
    ["meta description", "seo-metatags"],
    ["description in search results", "seo-metatags"],
    ["e-mail to customers", "email"],
    ["email to a client", "email"],
    ["cold mail", "email"],
    ["payment reminder", "email"],
    ["facebok", "facebook-post"],
    ["post on facebook", "facebook-post"],
    ["fb post", "facebook-post"],
    ["insta caption", "instagram-post"],
    ["tweet", "twitter-post"],
    ["linkedn post", "linkedin-post"],
    ["ad on facebook", "facebook-ads"],
    ["google ads", "google-ads"],
    ["adwords headlines", "google-ads"],
    ["description for my shop", "product-description"],
    ["product descriptoin", "product-description"],
    ["sell on amazon", "amazon-product-description"],
    ["amazon bullets", "amazon-product-description"],
    ["what to write about", "article-ideas"],
    ["blog ideas", "article-ideas"],
    ["plan of an article", "article-outline"],
    ["intro for a blog post", "article-intro"],
    ["about us", "business-bio"],
    ["google business profile", "business-bio"],
    ["about me", "personal-bio"],
    ["make a text longer", "expand-text"],
    ["rewrite", "paraphrase"],
    ["tl;dr", "text-summary"],
    ["translate to polish", "translate"],
    ["questions and answers product", "product-faq"],
    ["job ad", "job-description"],
    ["motivation letter", "cover-letter"],
    ["tiktok", "tiktok-ideas"],
    ["youtube video", "youtube-ideas"],
    ["episode description", "podcast-description"],
    ["alt text", "image-alt"],
    ["tłumaczenie", "translate"],
    ["opis produktu", "product-description"],
  ],
  pl: [
    ["tytuł do google", "seo-metatags"],
    ["tytul do googla", "seo-metatags"],
    ["opis do google", "seo-metatags"],
    ["opis do sklepu", "product-description"],
    ["opisy do sklepu internetowego", "product-description"],
    ["opis na allegro", "product-description"],
    ["post na fejsa", "facebook-post"],
    ["wpis na fejsbuka", "facebook-post"],
    ["facebok", "facebook-post"],
    ["post na insta", "instagram-post"],
    ["podpis pod zdjecie", "instagram-post"],
    ["wpis na linkedin", "linkedin-post"],
    ["tweet", "twitter-post"],
    ["mail do klientów", "email"],
    ["e-mail do klienta", "email"],
    ["przypomnienie o płatności", "email"],
    ["newsleter", "newsletter"],
    ["mailing do subskrybentów", "newsletter"],
    ["reklama na fb", "facebook-ads"],
    ["reklama w google", "google-ads"],
    ["reklamy linkedin", "linkedin-ads"],
    ["oferta amazon", "amazon-product-description"],
    ["pomysły na bloga", "article-ideas"],
    ["o czym pisać", "article-ideas"],
    ["konspekt artykułu", "article-outline"],
    ["wstęp do artykułu", "article-intro"],
    ["o nas", "business-bio"],
    ["wizytówka google", "business-bio"],
    ["o mnie", "personal-bio"],
    ["wydłuż tekst", "expand-text"],
    ["innymi słowami", "paraphrase"],
    ["streszczenie", "text-summary"],
    ["skrót tekstu", "text-summary"],
    ["przetlumacz na angielski", "translate"],
    ["pytania i odpowiedzi do produktu", "product-faq"],
    ["ogłoszenie o prace", "job-description"],
    ["list motywacyjny", "cover-letter"],
    ["rolki", "tiktok-ideas"],
    ["filmy na youtube", "youtube-ideas"],
    ["opis zdjęcia", "image-alt"],
    ["translation", "translate"],
    ["cover letter", "cover-letter"],
  ],
};

describe.each(["en", "pl"] as const)("a need finds its tool first (%s)", (language) => {
  test.each(NEEDS[language])("%s → %s", (need, tool) => {
    const found = searches[language].find(need, 10).map(({ id }) => id);
    expect(found.slice(0, 1), found.slice(0, 3).join(", ")).toEqual([tool]);
  });

  test("a word that nobody knows finds nothing", () => {
    expect(searches[language].find("xyzzy", 10)).toEqual([]);
  });
});
