import { describe, expect, test } from "vitest";
import { type Searchable, searchIn, stem } from "../../site/src/browser/search";
import { searchable } from "./pages.mjs";

/** What users ask, and the page that answers it. */
const QUESTIONS = {
  en: {
    "brand kit": "help/brand-kit",
    "brnad kit": "help/brand-kit",
    "how do I write a post": "help/post",
    "facebook post": "help/post",
    "copy a text": "help/post",
    "title for google": "help/titles",
    "meta description": "help/titles",
    "posts for several networks": "help/networks",
    "texts that sound like me": "help/brand-kit",
    "words to avoid": "help/brand-kit",
    csv: "help/bulk",
    "excel table": "help/bulk",
    "many product descriptions": "help/bulk",
    "connect a shop": "help/shop",
    "approve texts": "help/shop",
    "find a text": "help/texts",
    "edit a document": "help/texts",
    "restore deleted text": "help/texts",
    "earlier version": "help/texts",
    "new client": "help/projects",
    "switch project": "help/projects",
    "words used up": "help/words",
    "when do my words renew": "help/words",
    price: "help/words",
    "why is my text only a draft": "help/model",
    "square brackets": "help/model",
    "share link": "help/share",
    "download word": "help/share",
    shortcuts: "help/keyboard",
    register: "help/first-steps",
    "forgot password": "help/first-steps",
  },
  pl: {
    "zestaw marki": "help/brand-kit",
    "zestawu marki": "help/brand-kit",
    "zetsaw marki": "help/brand-kit",
    "jak napisać post": "help/post",
    "post na facebooka": "help/post",
    "skopiowac tekst": "help/post",
    "tytuły do google": "help/titles",
    "opis meta": "help/titles",
    "posty na kilka portali": "help/networks",
    "slowa zakazane": "help/brand-kit",
    "ton marki": "help/brand-kit",
    csv: "help/bulk",
    "tabela z excela": "help/bulk",
    "wiele opisów produktów": "help/bulk",
    "polaczyc sklep": "help/shop",
    "zatwierdzanie tekstów": "help/shop",
    "gdzie są moje teksty": "help/texts",
    "edycja dokumentu": "help/texts",
    "odzyskac usuniety tekst": "help/texts",
    "wcześniejsza wersja": "help/texts",
    "nowy klient": "help/projects",
    "usunac projekt": "help/projects",
    "skończyły się słowa": "help/words",
    "ile to kosztuje": "help/words",
    "zmiana planu": "help/words",
    "szkic zamiast tekstu": "help/model",
    "nawiasy kwadratowe": "help/model",
    "udostępnić link": "help/share",
    "pobrac plik word": "help/share",
    "skróty klawiszowe": "help/keyboard",
    rejestracja: "help/first-steps",
    "nie pamiętam hasła": "help/first-steps",
  },
} as const;

describe.each(["en", "pl"] as const)("in %s", (language) => {
  const find = searchIn(searchable(language, () => {}) as Searchable[]);
  const pageOf = ({ id }: { id: string }) => id.split("#")[0];

  test.each(Object.entries(QUESTIONS[language]))("“%s” is answered by %s", (question, page) => {
    expect(find(question).slice(0, 3).map(pageOf)[0]).toBe(page);
  });

  test("pages for users precede the reference, which is still found", () => {
    expect(pageOf(find(language === "pl" ? "marka" : "brand")[0] ?? { id: "" })).toMatch(/^help/);
    expect(find("woocommerce").slice(0, 3).map(pageOf)).toContain("help/shop");
    expect(find("plugin.toml").slice(0, 3).map(pageOf)).toContain("reference/plugin-toml");
  });
});

test("endings and accents do not matter, short words stay", () => {
  expect(stem("zestawu")).toBe(stem("zestaw"));
  expect(stem("tekstów")).toBe(stem("teksty"));
  expect(stem("hasła")).toBe(stem("hasło"));
  expect(stem("csv")).toBe("csv");
  expect(stem("how")).toBe(null);
});
