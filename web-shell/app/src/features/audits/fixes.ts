import { graphemes } from "@sitewright/sdk";
import { arial, SEARCH_RESULT } from "@sitewright/sdk/arial";
import type { AddressFacts, Finding } from "./audits";

/** A part of a page that a tool can write. */
export const PARTS = ["title", "description", "heading", "alt"] as const;
export type Part = (typeof PARTS)[number];

/** The tool that writes a part, and the field of its variants. */
export const WRITERS = {
  title: { tool: "seo-metatags", field: "title" },
  description: { tool: "seo-metatags", field: "meta_description" },
  // The title for shared links has no brand, as a heading.
  heading: { tool: "seo-metatags", field: "og_title" },
  alt: { tool: "image-alt", field: "alt" },
} as const satisfies Record<Part, { tool: string; field: string }>;

/** The rules whose findings another text fixes. */
const RULES: Record<Part, readonly string[]> = {
  title: [
    "title-missing",
    "title-too-long",
    "title-too-short",
    "title-duplicate",
    "title-equals-h1",
    "title-boilerplate",
    "title-keyword-stuffing",
    "title-rewritten-by-google",
  ],
  description: [
    "meta-description-missing",
    "meta-description-duplicate",
    "meta-description-equals-title",
    "meta-description-too-long",
    "meta-description-too-short",
  ],
  heading: ["h1-missing", "h1-duplicate", "h1-too-long"],
  alt: ["image-alt-missing", "image-alt-duplicate", "image-alt-too-long", "image-link-without-alt"],
};

/** The part that another text would fix; null if a tool cannot write it. */
export function fixOf({ rule, page }: Pick<Finding, "rule" | "page">): Part | null {
  return page === null ? null : (PARTS.find((part) => RULES[part].includes(rule)) ?? null);
}

/** An image of a finding: its address, and its text so far. */
export type Picture = { url: string; alt: string };

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** The images that a finding is about, each once. */
export function picturesOf({ evidence }: Pick<Finding, "evidence">): Picture[] {
  const images = evidence.filter(({ table }) => table === "images").map(({ values }) => values);
  const pictures = images.map(({ url, src, alt }) => ({ url: textOf(url) || textOf(src), alt: textOf(alt) }));
  return pictures.filter(({ url }, place) => url && pictures.findIndex((one) => one.url === url) === place);
}

type Facts = Pick<AddressFacts, "url" | "facts" | "headings">;

const firstHeading = ({ headings }: Pick<Facts, "headings">) =>
  headings.find(({ level }) => level === 1)?.text.trim() ?? "";

/** What the page says in this part now. */
export function currentOf(part: Part, address: Facts, picture?: Picture): string {
  if (part === "alt") return picture?.alt ?? "";
  return part === "heading" ? firstHeading(address) : textOf(address.facts[part]);
}

/** Most characters of the fields of the tools. */
const MOST = { topic: 1000, keyword: 80, title: 200 };
/** Headings that tell what a page is about. */
const HEADINGS = 12;
/** Proposals to choose from. */
export const PROPOSALS = 3;

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join("").trim();

/** The last part of an address as words. */
function wordsOf(url: string): string {
  try {
    const { pathname, hostname } = new URL(url);
    const last = decodeURIComponent(pathname).split("/").filter(Boolean).at(-1);
    return last?.replace(/\.\w+$/, "").replace(/[-_+]+/g, " ") || hostname;
  } catch {
    return url;
  }
}

/** What a page is about, in a few words. */
const nameOf = (address: Facts) =>
  firstHeading(address) || textOf(address.facts.title) || wordsOf(address.url);

/** The input of the tool, from what the crawl knows of the page. */
export function inputOf(
  part: Part,
  address: Facts,
  languages: readonly string[],
  picture?: Picture,
): Record<string, unknown> {
  const { facts, headings } = address;
  const known = [facts.lang, facts.language].map((one) => textOf(one).split("-")[0]?.toLowerCase() ?? "");
  const language = known.find((one) => languages.includes(one));
  const common = { variants: PROPOSALS, ...(language && { language }) };
  if (part === "alt")
    return { ...common, image: picture?.url ?? "", title: cut(nameOf(address), MOST.title) };
  const about = [
    textOf(facts.title),
    textOf(facts.description),
    ...headings.slice(0, HEADINGS).map(({ text }) => text.trim()),
    wordsOf(address.url),
  ];
  return {
    ...common,
    page_topic: cut([...new Set(about)].filter(Boolean).join("\n"), MOST.topic),
    keyword: cut(nameOf(address), MOST.keyword),
  };
}

/** How long a text is, and how long it may be. */
export type Length = { characters: number; pixels: number | null; most: number | null };

/** The length of a text, in pixels where search results cut it. */
export function lengthOf(part: Part, text: string): Length {
  const characters = graphemes(text);
  if (part !== "title" && part !== "description") return { characters, pixels: null, most: null };
  const { size, most } = SEARCH_RESULT[part];
  return { characters, pixels: Math.round(arial(text, size)), most };
}
