import { expect, test } from "vitest";
import { shown } from "./search-box";

test("a short title is whole", () => {
  expect(shown("Chleb na zakwasie", "title")).toBe("Chleb na zakwasie");
});

test("a long title is cut after a word", () => {
  const long = "Chleb na zakwasie, który upieczesz w domu bez wagi, pieca i cierpliwości do drożdży";
  const cut = shown(long, "title");
  expect(cut).toMatch(/ …$/);
  expect(long.startsWith(cut.slice(0, -2))).toBe(true);
});

test("one long word is cut inside", () => {
  expect(shown("w".repeat(400), "description")).toHaveLength(41);
});
