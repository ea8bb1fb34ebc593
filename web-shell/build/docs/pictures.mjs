// Pictures of the docs: docs/pictures/LANGUAGE/NAME-SCHEME.webp, made by `npm run help-pictures`.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../../docs/pictures");
export const SCHEMES = ["light", "dark"];
/** Pictures have two pixels for each pixel of the page. */
const SCALE = 2;

const SOURCE = "docs-picture:";
const fileOf = (language, name, scheme) => path.join(folder, language, `${name}-${scheme}.webp`);

/** The file of a source in the HTML of a page. */
export const pictureFile = (source) => path.join(folder, source.slice(SOURCE.length));

/** The size of a WebP file: its header has one of three forms. */
export function sizeOf(content) {
  const form = content.toString("latin1", 12, 16);
  if (form === "VP8X") return { width: 1 + content.readUIntLE(24, 3), height: 1 + content.readUIntLE(27, 3) };
  if (form === "VP8 ")
    return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
  const bits = content.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
}

/** The images of a picture, with their size on the page. A missing file is an error. */
export function pictureOf(language, name) {
  return SCHEMES.map((scheme) => {
    const file = fileOf(language, name, scheme);
    if (!existsSync(file)) throw new Error(`${file} does not exist: npm run help-pictures`);
    const { width, height } = sizeOf(readFileSync(file));
    const source = `${SOURCE}${language}/${name}-${scheme}.webp`;
    return { scheme, source, width: Math.round(width / SCALE), height: Math.round(height / SCALE) };
  });
}
