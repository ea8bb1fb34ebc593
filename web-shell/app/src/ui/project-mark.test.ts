import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROJECT_COLORS } from "./project-mark";

const CSS = readFileSync(new URL("./project-mark.css", import.meta.url), "utf8");

const SURFACES = { light: "#ffffff", dark: "#1c201f" };
const LETTERS = { light: "#ffffff", dark: "#121514" };

/** The colour of a rule for this scheme; without `data-color` it is the first of the palette. */
function markOf(color: string, scheme: "light" | "dark"): string {
  const chosen = color === PROJECT_COLORS[0] ? "" : `\\[data-color="${color}"\\]`;
  const before =
    scheme === "dark" ? '\\[data-mantine-color-scheme="dark"\\] ' : "(?:^|\\n)(?:\\.sw-mark,\\n)?";
  const rule = new RegExp(
    `${before}(?::is\\(\\.sw-mark, \\.sw-swatch\\)|\\.sw-swatch)${chosen} \\{\\s*--mark: (#\\w+);`,
  );
  return CSS.match(rule)?.[1] ?? "";
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each(PROJECT_COLORS)("the letter of a project in %s can be read in both schemes", (color) => {
  for (const scheme of ["light", "dark"] as const) {
    const mark = markOf(color, scheme);
    expect(mark, `${color}, ${scheme}`).toMatch(/^#[\da-f]{6}$/);
    expect(contrast(mark, LETTERS[scheme])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(mark, SURFACES[scheme])).toBeGreaterThanOrEqual(4.5);
  }
});
