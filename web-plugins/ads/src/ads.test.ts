import { expect, test } from "vitest";
import { cardsOf } from "./cards";
import { combination } from "./combination";
import { csv } from "./csv";
import { formatOf } from "./formats";
import { assess, names, strengthOf } from "./strength";

test("every text is used in turn, and a short list repeats", () => {
  const headlines = ["a", "b", "c", "d"];
  expect(combination(headlines, ["x", "y", "z"], 0)).toEqual({
    headlines: ["a", "b", "c"],
    descriptions: ["x", "y"],
  });
  expect(combination(headlines, ["x", "y", "z"], 1)).toEqual({
    headlines: ["d", "a", "b"],
    descriptions: ["z", "x"],
  });
  expect(combination(["a"], [], 7)).toEqual({ headlines: ["a"], descriptions: [] });
});

test("a keyword is found in its inflected forms", () => {
  expect(names("Świeży chleb na zakwasie", "chleb na zakwasie")).toBe(true);
  expect(names("Kurs języka angielskiego", "kursy języka angielskiego")).toBe(true);
  expect(names("Running Shoes on Sale", "running shoe")).toBe(true);
  expect(names("Bułki i rogale", "chleb")).toBe(false);
  expect(names("Cokolwiek", "!")).toBe(false);
  // As the tool counts: accents distinguish words, and an ending may be long.
  expect(names("Las i laka", "łąka")).toBe(false);
  expect(names("Piekarnianych przysmaków", "piekarnia")).toBe(true);
});

test("a keyword that fits no headline is not required", () => {
  const checks = assess(["Chleb"], [], ["chleb na zakwasie z pieca opalanego drewnem"]);
  expect(checks.map(({ check }) => check)).not.toContain("keywords");
});

test("the strength falls with every check that fails", () => {
  const headlines = Array.from({ length: 10 }, (_, place) => `Chleb ${place}`);
  const descriptions = ["Jeden", "Dwa", "Trzy", "Cztery"];
  const strength = (...texts: [string[], string[], string[]]) => strengthOf(assess(...texts));
  expect(strength(headlines, descriptions, ["chleb"])).toBe("excellent");
  expect(strength(headlines, descriptions.slice(1), ["chleb"])).toBe("good");
  expect(strength(headlines, ["Jeden", "jeden!"], ["chleb"])).toBe("average");
  expect(strength(["Bułki", "bułki", "Bułki świeże z pieca"], ["Jeden", "jeden"], ["chleb"])).toBe("poor");
});

test("u17_ asks for as many headlines with a keyword as the tool does", () => {
  const wanted = (count: number) =>
    assess(
      Array.from({ length: count }, (_, place) => `Rogal ${place}`),
      [],
      ["chleb"],
    ).find(({ check }) => check === "keywords")?.wanted;
  expect([3, 9, 10, 15].map(wanted)).toEqual([1, 1, 2, 3]);
});

test("the file for Google Ads Editor has all its columns, and quotes values that need quotes", () => {
  const [head, row, end] = csv({
    campaign: 'Piekarnia "Łąka"',
    group: "chleb",
    headlines: ["Chleb, bułki", "Od 7:00"],
    descriptions: ["Linia\nz odstępem"],
    path1: "chleb",
    path2: "",
    url: "https://piekarnia.example/",
  })
    .slice(1)
    .split("\r\n");
  const columns = head?.split(",") ?? [];
  expect(columns.length).toBe(2 + 15 + 4 + 3);
  expect([columns[0], columns[2], columns[16], columns[17], columns[20], columns[23]]).toEqual([
    '"Campaign"',
    '"Headline 1"',
    '"Headline 15"',
    '"Description 1"',
    '"Description 4"',
    '"Final URL"',
  ]);
  expect(row).toMatch(/^"Piekarnia ""Łąka""","chleb","Chleb, bułki","Od 7:00","",/);
  expect(row).toMatch(/"Linia z odstępem","","","","chleb","","https:\/\/piekarnia.example\/"$/);
  expect(end).toBe("");
});

test("cards are found under any list name", () => {
  expect(cardsOf({ headline: "a", card_headlines: ["b", "c"], card_descriptions: ["d"] })).toEqual([
    { headline: "b", description: "d" },
    { headline: "c", description: "" },
  ]);
  expect(cardsOf({ headline: "a" })).toEqual([]);
});

test("a carousel shows its cards in place of the single headline", () => {
  const { shows } = formatOf("facebook-ads");
  expect(shows({ primary_text: "a", headline: "b" })).toEqual(["primary_text", "headline"]);
  expect(shows({ primary_text: "a", headline: "b", card_headlines: ["c"] })).toEqual(["primary_text"]);
  expect(formatOf("other").needs).toEqual([]);
});
