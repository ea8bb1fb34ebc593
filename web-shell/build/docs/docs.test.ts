import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fenceOf, render, slugOf } from "./markdown.mjs";
import { addressOf, LANGUAGES, pageNames, readPage, sourceOf } from "./pages.mjs";
import { filled } from "./placeholders.mjs";
import { readExplained, readReference } from "./reference.mjs";

const docs = path.resolve(import.meta.dirname, "../../../docs");
const names: string[] = pageNames();
const unwatched = () => {};
const page = (language: string, name: string) => readPage(language, name, unwatched);
const written = (language: string) =>
  readdirSync(path.join(docs, "pages", language), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replace(/\.md$/, ""));

/** The code blocks of a page, without plain text. */
const code = (language: string, name: string) =>
  [...sourceOf(language, name, unwatched).matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info, text]) => ({
    info,
    text: fenceOf(info ?? "").language === "sh" ? text : "",
  }));

describe.each(names)("%s", (name) => {
  test("has the same sections and links in both languages", () => {
    const [en, pl] = LANGUAGES.map((language: string) => page(language, name));
    const shape = ({ headings }: typeof en) => headings.map(({ level }: { level: number }) => level);
    expect(shape(pl)).toEqual(shape(en));
    expect(pl.links.map(({ target }: { target: string }) => target)).toEqual(
      en.links.map(({ target }: { target: string }) => target),
    );
  });

  test("shows the same commands and files in both languages", () => {
    const spoken = /"topic": "[^"]*", "language": "\w\w"/;
    const shown = (language: string) =>
      code(language, name).map(({ info, text }) => [info, text?.replace(spoken, "")]);
    expect(shown("pl")).toEqual(shown("en"));
  });

  test("leads to sections that exist", () => {
    for (const language of LANGUAGES)
      for (const { target, anchor } of page(language, name).links) {
        if (!anchor) continue;
        const ids = page(language, target).headings.map(({ id }: { id: string }) => id);
        expect(ids, `${language}/${name} to ${target}`).toContain(anchor);
      }
  });

  test("has a description that fits a search result", () => {
    for (const language of LANGUAGES) expect(page(language, name).description.length).toBeGreaterThan(20);
  });
});

test("every written page is in the contents, in both languages", () => {
  const listed = names.filter((name) => !name.startsWith("reference/")).sort();
  for (const language of LANGUAGES) expect(written(language).sort()).toEqual(listed);
});

describe("help", () => {
  const help = names.filter((name) => name.startsWith("help"));
  const pictures = (language: string) => readdirSync(path.join(docs, "pictures", language));
  const shown = (language: string) =>
    new Set(
      help.flatMap((name) =>
        [...page(language, name).html.matchAll(/docs-picture:\w+\/([\w-]+\.webp)/g)].map(([, file]) => file),
      ),
    );

  test.each(LANGUAGES)(
    "shows every picture in %s, each with a description and a size",
    (language: string) => {
      expect([...shown(language)].sort()).toEqual(pictures(language).sort());
      for (const name of help)
        for (const [image] of page(language, name).html.matchAll(/<img[^>]*>/g)) {
          expect(image, name).toMatch(/alt="[^"]{15,}"/);
          expect(image, name).toMatch(/ width="[1-9]\d*" height="[1-9]\d*" loading="lazy"/);
        }
    },
  );

  test.each(LANGUAGES)("has pictures of at most 60 KB in %s", (language: string) => {
    for (const file of pictures(language))
      expect(statSync(path.join(docs, "pictures", language, file)).size, file).toBeLessThanOrEqual(60 * 1024);
  });

  test.each(LANGUAGES)(
    "says everywhere in %s what to do if it does not work, and what next",
    (language: string) => {
      const [wrong, next] =
        language === "pl" ? ["Gdy coś nie działa", "Co dalej"] : ["If it does not work", "What next"];
      for (const name of help.filter((name) => name !== "help")) {
        const titles = page(language, name).headings.map(({ text }: { text: string }) => text);
        expect(titles.slice(-2), name).toEqual([wrong, next]);
      }
    },
  );

  test.each(LANGUAGES)("is the goal of every question mark in %s", (language: string) => {
    const texts = path.resolve(import.meta.dirname, `../../sdk/src/help/${language}.json`);
    const topics = Object.values<{ text: string; to: string }>(JSON.parse(readFileSync(texts, "utf8")));
    for (const { text, to } of topics) {
      const [name = "", anchor] = to.split("#");
      expect(names).toContain(name);
      expect(
        page(language, name).headings.map(({ id }: { id: string }) => id),
        to,
      ).toContain(anchor);
      expect(text.length).toBeLessThan(260);
    }
  });

  test("has words for the search, of pages that exist", () => {
    const words = JSON.parse(readFileSync(path.join(docs, "search-words.json"), "utf8"));
    expect(Object.keys(words).sort()).toEqual([...help].sort());
  });
});

describe("placeholders", () => {
  test("are the texts of the product in the language of the page", () => {
    expect(filled("**{{t:sdk.form.submit}}**", "pl")).toBe("**Wygeneruj**");
    expect(filled("{{t:bulk.action.start count=3}}", "en")).toBe("Start 3 rows");
    expect(filled("{{field:facebook-post.topic}} {{part:seo-metatags.title}}", "pl")).toBe("Temat Tytuł");
    expect(filled("{{tool:facebook-post}}", "en")).toBe("Facebook post");
  });

  test("fail for an unknown text, a missing value, an unknown tool and an unknown field", () => {
    expect(() => filled("{{t:sdk.form.gone}}", "en")).toThrow("sdk.form.gone");
    expect(() => filled("{{t:plans.card.chooseName}}", "en")).toThrow("more values");
    expect(() => filled("{{tool:gone}}", "en")).toThrow("gone");
    expect(() => filled("{{field:facebook-post.gone}}", "en")).toThrow("gone");
  });
});

test("every recipe is in the cookbook", () => {
  const cookbook = sourceOf("en", "plugins/cookbook", unwatched);
  for (const recipe of readdirSync(path.join(docs, "recipes")))
    expect(cookbook).toContain(`docs/recipes/${recipe}/template.toml`);
});

describe("the reference", () => {
  const { contract, commands, facts } = readReference();
  const { functions, types, commands: said, facts: translated } = readExplained();

  test("has a page for every interface that a plugin may import or export", () => {
    const interfaces: string[] = contract.interfaces.map(({ name }: { name: string }) => name);
    // Shared types are on the page of the contract, and templates have a separate page.
    const pages = interfaces.filter((name) => !["types", "template"].includes(name));
    expect(pages.filter((name) => !names.includes(`reference/${name}`))).toEqual([]);
  });

  test("has a Polish sentence for every function, type and member, and for no others", () => {
    const [inFunctions, inTypes]: [string[], string[]] = [[], []];
    for (const { name, functions, types } of contract.interfaces) {
      if (name === "template") continue;
      inFunctions.push(...functions.map((each: { name: string }) => `${name}.${each.name}`));
      for (const type of types) {
        inTypes.push(`${name}.${type.name}`);
        inTypes.push(
          ...type.members.map((member: { name: string }) => `${name}.${type.name}.${member.name}`),
        );
      }
    }
    expect(Object.keys(functions).sort()).toEqual(inFunctions.sort());
    expect(Object.keys(types).sort()).toEqual(inTypes.sort());
    for (const about of [
      ...Object.values<{ pl: string }>(functions),
      ...Object.values<{ pl: string }>(types),
    ])
      expect(about.pl.length).toBeGreaterThan(3);
  });

  test("has a Polish sentence for every table and column of the facts, and for no others", () => {
    type Said = { docs: string };
    const all = (facts as (Said & { columns: Said[] })[]).flatMap((table) => [table, ...table.columns]);
    const sentences = new Set(all.map(({ docs }) => docs));
    expect(Object.keys(translated).sort()).toEqual([...sentences].sort());
    for (const { pl } of Object.values<{ pl: string }>(translated)) expect(pl.length).toBeGreaterThan(3);
  });

  test("names only failures that the contract has", () => {
    const { types } = contract.interfaces.find(({ name }: { name: string }) => name === "types");
    const failure = types.find(({ name }: { name: string }) => name === "failure");
    const known = failure.members.map(({ name }: { name: string }) => name);
    for (const { failures = [] } of Object.values<{ failures?: string[] }>(functions))
      for (const name of failures) expect(known).toContain(name);
  });

  test("explains every key of plugin.toml and template.toml, and no others", () => {
    type Section = { table?: string; keys: Record<string, unknown> };
    for (const [page, tables] of Object.entries<Record<string, string[]>>(readReference().keys)) {
      const sections = (readExplained().keys[page] as Section[]).filter(({ table }) => table !== undefined);
      const explained = sections.map(({ table, keys }) => [table, Object.keys(keys).sort()]);
      const known = Object.entries(tables).map(([table, keys]) => [table, [...keys].sort()]);
      expect(Object.fromEntries(explained), page).toEqual(Object.fromEntries(known));
    }
  });

  test("explains every command and option in Polish", () => {
    type Command = { about: string; options: { help: string }[] };
    const sentences = (commands as Command[]).flatMap(({ about, options }) => [
      about,
      ...options.map(({ help }) => help),
    ]);
    expect([...new Set(sentences)].filter((sentence) => sentence && !said[sentence]?.pl)).toEqual([]);
  });
});

describe("Markdown", () => {
  const linkOf = (href: string) => `/to/${href}`;
  const html = (source: string, language = "en") => render(source, { language, linkOf }).html;

  test("code is coloured, can be copied and never becomes HTML", () => {
    const shown = html('```toml save=a/b.toml\nname = "<b>"\n```\n');
    expect(shown).toContain("<figcaption>a/b.toml</figcaption>");
    expect(shown).toContain("hljs-string");
    expect(shown).toContain("data-copy");
    expect(shown).not.toContain("<b>");
    expect(html("<script>alert(1)</script>")).not.toContain("<script>");
  });

  test("sections have distinct addresses without accents", () => {
    expect(slugOf("Żółw – źródło")).toBe("zolw-zrodlo");
    const { headings } = render("# A\n## Łódź\n## Łódź\n", { language: "pl", linkOf });
    expect(headings.map(({ id }: { id: string }) => id)).toEqual(["a", "lodz", "lodz-2"]);
  });

  test("notes have a label, not only a colour", () => {
    expect(html("> [!WARNING] Hot.\n", "pl")).toContain(
      '<aside class="docs-warning" aria-label="Ostrożnie">',
    );
  });

  test("a missing file and an unknown language are errors", () => {
    expect(() => html("```toml file=docs/none.toml\n```\n")).toThrow("docs/none.toml");
    expect(() => html("```cobol\n```\n")).toThrow("cobol");
  });
});

test("a link to a missing page is an error, and addresses are those of the language", () => {
  expect(addressOf("pl", "plugins/rust")).toBe("/pl/docs/plugins/rust");
  const { html } = page("pl", "introduction");
  expect(html).toContain('href="/pl/docs/plugins/first-template"');
  expect(readFileSync(path.join(docs, "pages/en/introduction.md"), "utf8")).toContain(
    "plugins/first-template.md",
  );
});
