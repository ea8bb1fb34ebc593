import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { arial } from "../../sdk/src/result/arial.ts";
import { root } from "../src/browser.ts";

/** The font sizes of titles and descriptions in search results, in pixels. */
const SIZES = [20, 14] as const;

/** The tolerance between the SDK's widths and the browser's. */
const TOLERANCE = 0.01;

/**
 * 250 titles in each language with their widths at both sizes as Chromium measured them; the generator's own test reads the
 * same file. The widths are written by `WRITE_TITLES=1`.
 */
const FIXTURE = root("plugins/sdk/fixtures/titles.json");

type Measured = [title: string, at20: number, at14: number];

/** The widths of lines in the layout, and on a canvas, which does not kern spaces. */
function measure([texts, sizes]: [string[], readonly number[]]) {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("This browser has no canvas.");
  return sizes.map((size) => {
    const lines = texts.map((text) => {
      const line = document.createElement("span");
      line.style.cssText = `font: ${size}px "Liberation Sans"; white-space: pre; position: absolute`;
      line.textContent = text;
      document.body.append(line);
      return line;
    });
    context.font = `${size}px "Liberation Sans"`;
    return {
      drawn: lines.map((line) => line.getBoundingClientRect().width),
      reckoned: texts.map((text) => context.measureText(text).width),
    };
  });
}

/** Whether the browser has the font; otherwise it would measure another one. */
function hasFont() {
  const width = (family: string) => {
    const context = document.createElement("canvas").getContext("2d");
    if (context) context.font = `100px ${family}`;
    return context?.measureText("Wi").width;
  };
  return width('"Liberation Sans", monospace') !== width("monospace");
}

const isFar = (ours: number, theirs: number) => Math.abs(ours - theirs) > theirs * TOLERANCE;

test("titles have the width that the browser draws", async ({ page }) => {
  const fixture: Measured[] = JSON.parse(readFileSync(FIXTURE, "utf8"));
  const texts = fixture.map(([text]) => text);
  expect(texts).toHaveLength(500);
  expect(await page.evaluate(hasFont), "install Liberation Sans: apt-get install fonts-liberation").toBe(
    true,
  );
  const [large, small] = await page.evaluate(measure, [texts, SIZES] as [string[], readonly number[]]);
  if (!large || !small) throw new Error("No widths were measured.");

  if (process.env.WRITE_TITLES) {
    const rows = texts.map((text, place) => JSON.stringify([text, large.drawn[place], small.drawn[place]]));
    writeFileSync(FIXTURE, `[\n${rows.join(",\n")}\n]\n`);
    return;
  }

  const far = texts.flatMap((text, place) =>
    SIZES.flatMap((size, which) => {
      const ours = arial(text, size);
      const { drawn, reckoned } = which === 0 ? large : small;
      const theirs = [drawn[place], reckoned[place], fixture[place]?.[which + 1]].map(Number);
      return theirs.some((width) => isFar(ours, width)) ? [{ text, size, ours, theirs }] : [];
    }),
  );
  expect(far).toEqual([]);
});
