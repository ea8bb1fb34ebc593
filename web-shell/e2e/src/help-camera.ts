import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { root, target } from "./browser.ts";
import type { Setup } from "./servers.ts";
import type { Stage } from "./test.ts";

/** A picture of the help. */
export type Picture = {
  setup?: Setup;
  size?: { width: number; height: number };
  /** Everything until the screen is ready. */
  steps: (stage: Stage) => Promise<unknown>;
  /** What is in the picture; the content of the page by default. */
  of?: (stage: Stage) => Locator[];
  /** The highest picture, in pixels of the page. */
  most?: number;
  /** Space around, in pixels of the page. */
  around?: number;
};

/** The time of every picture, so that taking one again changes nothing. */
const NOW = "2026-05-12T10:30:00";
const TIMES = /"20\d\d-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"/g;

/** Gives the page and everything that the server says the same time. Streams pass unchanged. */
export async function standStill(page: Page) {
  await page.clock.setFixedTime(new Date(NOW));
  await page.route(/\/api\//, async (route) => {
    if (/\/events|\/export|\/result/.test(route.request().url()) || route.request().method() !== "GET")
      return route.continue();
    const response = await route.fetch();
    const isText = /json/.test(response.headers()["content-type"] ?? "");
    if (!isText) return route.fulfill({ response });
    const body = (await response.text()).replace(TIMES, `"${NOW}Z"`);
    await route.fulfill({ response, body });
  });
}

const MOST_BYTES = 60 * 1024;
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

/** Encodes a picture with the browser's own encoder, as well as the size permits. */
async function encode({ context }: Stage, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  try {
    for (const quality of QUALITIES) {
      const webp = Buffer.from(
        await page.evaluate(toWebp, { png: png.toString("base64"), quality }),
        "base64",
      );
      if (webp.length <= MOST_BYTES) return webp;
    }
    throw new Error("the picture is too large: show less");
  } finally {
    await page.close();
  }
}

/** Runs in the browser. */
async function toWebp({ png, quality }: { png: string; quality: number }): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const signs = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return btoa(signs.join(""));
}

/** The content of a page has a space around it already. */
const INSIDE = -10;

type Box = { x: number; y: number; width: number; height: number };

/** The smallest box around all parts, in coordinates of the page. */
async function around(
  page: Page,
  parts: Locator[],
  { of, most = 620, around = of ? 12 : INSIDE }: Picture,
): Promise<Box> {
  const boxes: Box[] = [];
  for (const part of parts) {
    await expect(part).toBeVisible();
    const box = await part.boundingBox();
    if (box) boxes.push(box);
  }
  const scrolled = await page.evaluate(() => scrollY);
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - around);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y + scrolled)) - around);
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + around;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + scrolled + height)) + around;
  const width = Math.min(right, page.viewportSize()?.width ?? right) - left;
  return { x: left, y: top, width, height: Math.min(bottom - top, most) };
}

/** Takes a picture and writes it into docs/pictures. */
export async function take(stage: Stage, picture: Picture, name: string) {
  const { page, language } = stage;
  // The content of the page, without the frame, which names the user.
  const parts = picture.of?.(stage) ?? [page.getByRole("main").locator("> *").first()];
  await page.evaluate(() => document.fonts.ready);
  // Bars that stick to the edges of the window would cover the picture.
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const clip = await around(page, parts, picture);
  // The picture before it is compressed, to look at.
  const path = target(`help/${name}-${language}.png`);
  // The whole page only if it is needed: the window would change its size for it.
  const fullPage = clip.y + clip.height > (page.viewportSize()?.height ?? 0);
  const png = await page.screenshot({ path, clip, fullPage, animations: "disabled" });
  const file = root(`docs/pictures/${language}/${name}.webp`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await encode(stage, png));
}
