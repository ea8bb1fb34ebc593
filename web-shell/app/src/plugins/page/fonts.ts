/** A font of the shell as data for the page, which may load nothing. */
export type PageFont = { family: string; weight: string; range: string; data: string };

/** The character ranges of both languages, as each browser writes them; the other ranges would double the size. */
const RANGES = /^U\+0*(0|100)-/i;

function facesOf(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    // Styles of other origins, such as those of a browser extension, cannot be read.
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

/** The fonts of this page, from the browser's cache. Without them a page uses system fonts. */
export async function loadFonts(): Promise<PageFont[]> {
  const faces = [...document.styleSheets].flatMap(facesOf);
  const fonts = await Promise.all(faces.map((face) => fontOf(face).catch(() => null)));
  return fonts.filter((font) => font !== null);
}
