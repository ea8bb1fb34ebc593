import { describe, expect, test } from "vitest";
import { marksOf } from "./marks";
import { RANK, Search } from "./search";
import { stem, wantedWords } from "./words";

const TITLES = ["Chleb żytni na zakwasie", "Bułki poznańskie", "Łódź wita", "Chleb pszenny", "Rye bread"];
const search = Search.of(TITLES.map((title, place) => ({ id: String(place), title })));
const found = (query: string) => search.find(query, 10).map(({ id }) => TITLES[Number(id)]);

describe("a search", () => {
  test.each([
    ["zytni", ["Chleb żytni na zakwasie"]],
    ["ŻYTNI chleb", ["Chleb żytni na zakwasie"]],
    ["zakwasem", ["Chleb żytni na zakwasie"]],
    ["lodz", ["Łódź wita"]],
    ["bułek poznańskich", ["Bułki poznańskie"]],
    ["poznanskie bulki", ["Bułki poznańskie"]],
    ["pozanskie", ["Bułki poznańskie"]],
    ["bred", ["Rye bread"]],
    ["chleb na zakwasie", ["Chleb żytni na zakwasie"]],
    ["chleb kawa", []],
    ["", []],
  ])("%s", (query, titles) => {
    expect(found(query)).toEqual(titles);
  });

  test("the beginning of a title ranks first", () => {
    const [best] = search.find("chleb ps", 5);
    expect(best).toMatchObject({ id: "3", rank: RANK.begins });
  });

  test("what is written as typed excludes what has a typing error", () => {
    const words = Search.of([
      { id: "post", title: "Post" },
      { id: "most", title: "Most" },
    ]);
    expect(words.find("post", 5).map(({ id }) => id)).toEqual(["post"]);
    expect(words.find("pozt", 5).map(({ id }) => id)).toEqual(["post"]);
  });

  test("a long list is indexed in parts, with the same results", async () => {
    const many = Array.from({ length: 500 }, (_, place) => ({ id: String(place), title: `Tekst ${place}` }));
    const long = await Search.ofMany(many);
    expect(long.find("tekst 321", 3)[0]?.id).toBe("321");
    // Few letters match everything: the first entries are shown.
    expect(long.find("te", 3).map(({ id }) => id)).toEqual(["0", "1", "2"]);
    expect(long.find("x", 3)).toEqual([]);
  });
});

describe("words", () => {
  test.each([
    ["sklepu", "sklep"],
    ["klientow", "klient"],
    ["customers", "customer"],
    ["reklamami", "reklam"],
    ["post", "post"],
    ["google", "googl"],
  ])("%s is searched as %s", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test("stop words do not count, unless there is nothing else", () => {
    expect(wantedWords("tytuł do Google")).toEqual(["tytuł", "Google"]);
    expect(wantedWords("do")).toEqual(["do"]);
    expect(wantedWords("e-mail to a client")).toEqual(["email", "client"]);
  });
});

describe("marks", () => {
  const marked = (title: string, query: string, matched: string[] = []) =>
    marksOf(title, query, matched)
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join("");

  test.each([
    ["Post na Facebooka", "fac", "Post na [Fac]ebooka"],
    ["Łódź wita", "lod", "[Łód]ź wita"],
    ["Chleb żytni", "zyt chl", "[Chl]eb [żyt]ni"],
    ["Chleb", "", "Chleb"],
    ["client-57.example.com", "57", "client-[57].example.com"],
  ])("%s · %s", (title, query, expected) => {
    expect(marked(title, query)).toBe(expected);
  });

  test("a word with a typing error is marked as far as it agrees", () => {
    expect(marked("Facebook post", "facbook", ["facebook"])).toBe("[Fac]ebook post");
  });

  test("the parts are the whole title", () => {
    const title = "  Żółty – ser, 50% (zł)! ";
    expect(
      marksOf(title, "ser zol", [])
        .map(({ text }) => text)
        .join(""),
    ).toBe(title);
  });
});
