// @vitest-environment jsdom
import { expect, test } from "vitest";
import { openingOf, shown } from "./shown";

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

test("the opening of a text is that of its paragraphs", () => {
  expect(openingOf("<h2>Head</h2><p>One <b>two</b>\n&amp; three.</p><pre>code</pre><p>Four.</p>")).toBe(
    "One two & three. Four.",
  );
  expect(openingOf("<h2>Head</h2>")).toBe("");
  expect(openingOf(`<p>${"word ".repeat(500)}</p>`).length).toBeLessThanOrEqual(600);
});
