/** A font of the shell as a page can take it: the page may load nothing from here. */
export type PageFont = { family: string; weight: string; range: string; data: string };

/** What both languages need, as each browser writes it; the rest of the world's letters would be as much again. */
const RANGES = /^U\+0*(0|100)-/i;

function facesOf(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    // Foreign styles, such as those of a browser extension, cannot be read.
    return [];
  }
}

async function fontOf({ style, parentStyleSheet }: CSSFontFaceRule): Promise<PageFont | null> {
  const range = style.getPropertyValue("unicode-range");
  const address = style.getPropertyValue("src").match(/url\("?([^")]+)"?\)/)?.[1];
  if (!address || !RANGES.test(range)) return null;
  const answer = await fetch(new URL(address, parentStyleSheet?.href ?? location.href));
  if (!answer.ok) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const family = style.getPropertyValue("font-family").replace(/^["']|["']$/g, "");
  return { family, weight: style.getPropertyValue("font-weight") || "normal", range, data };
}

/** The fonts of this page, out of the browser's cache. Without them a page takes those of the system. */
export async function loadFonts(): Promise<PageFont[]> {
  const faces = [...document.styleSheets].flatMap(facesOf);
  const fonts = await Promise.all(faces.map((face) => fontOf(face).catch(() => null)));
  return fonts.filter((font) => font !== null);
}
