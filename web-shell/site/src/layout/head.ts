import { BRAND, branded } from "../brand";
import { v } from "../jinja";
import type { Language } from "../texts";

/** The files of the build that every page loads. */
export type Assets = { style: string; first: string; script: string; fonts: { en: string[]; pl: string[] } };

export type Head = {
  title: string;
  description: string;
  kind?: "website" | "article";
  /** Not listed by search engines. */
  isHidden?: boolean;
  /** The same if an expression of the server is true. */
  hiddenIf?: string;
  /** Its Markdown is at the same address with the ending `.md`. */
  hasMarkdown?: boolean;
  /** It belongs to the blog, which has a feed. */
  hasFeed?: boolean;
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;

/** A text with expressions: only what is around them is escaped. */
const text = (value: string) =>
  value
    .split(/(\{\{.*?\}\})/)
    .map((part, place) => (place % 2 ? part : escaped(part)))
    .join("");

/**
 * The head of a page. It is not written by React, which moves its elements out of the loops of the server.
 */
export function headOf(
  { title, description, kind = "website", isHidden, hiddenIf, hasMarkdown, hasFeed }: Head,
  language: Language,
  assets: Assets,
): string {
  const [name, about] = [text(branded(title)), text(branded(description))];
  const fonts = assets.fonts[language].map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin>`,
  );
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${name}</title>`,
    meta("description", about),
    isHidden ? meta("robots", "noindex") : "",
    hiddenIf ? `{% if ${hiddenIf} %}${meta("robots", "noindex")}{% endif %}` : "",
    ...fonts,
    `<link rel="stylesheet" href="${assets.style}"><script src="${assets.first}"></script>`,
    "{% if frame.brand.style %}<style>{{ frame.brand.style|safe }}</style>{% endif %}",
    `<link rel="canonical" href="${v("frame.canonical")}">`,
    `{% for twin in frame.twins %}<link rel="alternate" hreflang="${v("twin.language")}" href="${v("twin.href")}">{% endfor %}`,
    hasMarkdown ? `<link rel="alternate" type="text/markdown" href="${v("frame.canonical")}.md">` : "",
    hasFeed ? `<link rel="alternate" type="application/atom+xml" title="Blog" href="${v("feed")}">` : "",
    property("type", kind),
    property("site_name", BRAND),
    property("title", name),
    property("description", about),
    property("url", v("frame.canonical")),
    property("locale", language === "pl" ? "pl_PL" : "en_GB"),
    "{% if frame.picture %}",
    property("image", v("frame.picture.url")),
    property("image:type", v("frame.picture.kind")),
    property("image:width", v("frame.picture.width")),
    property("image:height", v("frame.picture.height")),
    property("image:alt", v("frame.picture.alt")),
    meta("twitter:card", "summary_large_image"),
    "{% endif %}",
    `{% if frame.brand.icon %}<link rel="icon" href="${v("frame.brand.icon")}">{% else %}<link rel="icon" href="/favicon.svg" type="image/svg+xml">{% endif %}`,
    `<script type="module" src="${assets.script}"></script>`,
    `{% for data in frame.data %}<script type="application/ld+json">{{ data|tojson }}</script>{% endfor %}`,
  ].join("");
}
