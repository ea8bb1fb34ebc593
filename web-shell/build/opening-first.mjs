// The order in which a page loads. The styles of the opening are inside the page, so that it is visible as soon as the page
// arrives. The styles of the application, which are ten times as large, and its program are in a template, which
// `before-paint.js` adds to the page after the first paint: they would delay it, and take the whole connection of a phone.
import { readFileSync } from "node:fs";
import path from "node:path";
import { transform } from "lightningcss";

const ui = path.resolve(import.meta.dirname, "../app/src/ui");
const FILES = ["frame.css", "opening.css"];
const BASE = "*,::before,::after{box-sizing:border-box}body{margin:0}";
/** The fonts of the opening, as the styles of the application name them. */
const FONT = /@font-face\s*\{[^}]*(?:Figtree Variable|Newsreader)[^}]*\}/g;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const PROGRAM = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/** @type {import("vite").Plugin} */
export const openingFirst = {
  name: "opening-first",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const sheets = Object.values(bundle ?? {}).filter(
        (file) => file.type === "asset" && html.includes(file.fileName) && file.fileName.endsWith(".css"),
      );
      const fonts = sheets.flatMap((sheet) => String(sheet.source).match(FONT) ?? []);
      const own = FILES.map((file) => readFileSync(path.join(ui, file), "utf8")).join("");
      const { code } = transform({
        filename: "opening.css",
        code: Buffer.from(BASE + fonts.join("") + own),
        minify: true,
      });
      const styles = html.match(STYLESHEET) ?? [];
      const program = html.match(PROGRAM) ?? [];
      const preloads = styles.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'));
      const later = [...styles, ...program].join("");
      return html
        .replace(STYLESHEET, "")
        .replace(PROGRAM, "")
        .replace(
          "</head>",
          `<style>${code}</style>${preloads.join("")}<template id="program">${later}</template></head>`,
        );
    },
  },
};
