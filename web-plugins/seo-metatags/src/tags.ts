/** The source of the tags: a variant's fields and the input of the run. */
export type Tags = Record<"title" | "meta_description" | "slug" | "og_title" | "og_description", string>;

export const FIELDS = ["title", "meta_description", "slug", "og_title", "og_description"] as const;

export type FieldName = (typeof FIELDS)[number];

const LOCALES: Record<string, string> = { en: "en_GB", pl: "pl_PL" };
const KINDS: Record<string, string> = { article: "article", product: "product" };

const escaped = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/\s+/g, " ");

const meta = (attribute: string, name: string, content: string) =>
  `<meta ${attribute}="${name}" content="${escaped(content)}">`;

/** The fields of a variant; a field that is missing is empty. */
export function tagsOf(variant: Record<string, unknown>): Tags {
  return Object.fromEntries(FIELDS.map((name) => [name, String(variant[name] ?? "")])) as Tags;
}

/** The tags as HTML for a page's head, as the generator writes them. */
export function html(tags: Tags, input: Record<string, unknown>): string {
  const lines = [
    `<title>${escaped(tags.title)}</title>`,
    meta("name", "description", tags.meta_description),
    meta("property", "og:type", KINDS[String(input.page_type)] ?? "website"),
    meta("property", "og:title", tags.og_title),
    meta("property", "og:description", tags.og_description),
  ];
  if (input.brand) lines.push(meta("property", "og:site_name", String(input.brand)));
  const locale = LOCALES[String(input.language)];
  if (locale) lines.push(meta("property", "og:locale", locale));
  return lines.join("\n");
}
