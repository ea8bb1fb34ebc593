// @vitest-environment jsdom
import { expect, test } from "vitest";
import { openingOf } from "./opening-of";

test("the opening of a text is that of its paragraphs", () => {
  expect(openingOf("<h2>Head</h2><p>One <b>two</b>\n&amp; three.</p><pre>code</pre><p>Four.</p>")).toBe(
    "One two & three. Four.",
  );
  expect(openingOf("<h2>Head</h2>")).toBe("");
  expect(openingOf(`<p>${"word ".repeat(500)}</p>`).length).toBeLessThanOrEqual(600);
});
