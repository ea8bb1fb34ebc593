import { expect, test } from "vitest";
import { piecesOf } from "./evidence";

const written = (table: string, values: Record<string, unknown>) =>
  piecesOf({ table, values })
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join("");

test("a link is shown with its address marked", () => {
  expect(written("links", { href: "/old", url: "https://a.example/old", text: "Old", at: 7 })).toBe(
    '<a href=["/old"]>Old</a>',
  );
});

test("an image without an alternative text is marked as a whole", () => {
  expect(written("images", { src: "/a.png" })).toBe('[<img src="/a.png">]');
  expect(written("images", { src: "/a.png", alt: "" })).toBe('<img src=["/a.png"] alt="">');
});

test("a heading keeps its level, and a header its name", () => {
  expect(written("headings", { level: 3, text: "Oak" })).toBe("<h3>[Oak]</h3>");
  expect(written("headers", { name: "x-robots-tag", value: "noindex" })).toBe("x-robots-tag: [noindex]");
});

test("a row of an unknown table is shown by its columns", () => {
  expect(written("prices", { text: "9 zł", at: 3, hundredths: 900 })).toBe("text: [9 zł]\nhundredths: [900]");
});
