/** A part of a snippet; the marked one is what the finding is about. */
export type Piece = { text: string; isMarked?: true };

type Values = Record<string, unknown>;

const plain = (text: string): Piece => ({ text });
const marked = (text: string): Piece => ({ text, isMarked: true });

const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));

/** An attribute of an element; nothing if the row does not have it. */
const attribute = (name: string, value: unknown, isMarked = false): Piece[] => {
  if (value === undefined) return [];
  const text = `"${textOf(value)}"`;
  return [plain(` ${name}=`), isMarked ? marked(text) : plain(text)];
};

const element = (name: string, attributes: Piece[], text?: string): Piece[] => [
  plain(`<${name}`),
  ...attributes,
  plain(">"),
  ...(text === undefined ? [] : [plain(text), plain(`</${name}>`)]),
];

const around = (name: string, text: unknown): Piece[] => [
  plain(`<${name}>`),
  marked(textOf(text)),
  plain(`</${name}>`),
];

/** What rows of the tables of facts look like on the page. */
const TABLES: Record<string, (values: Values) => Piece[]> = {
  links: ({ href, url, text }) => element("a", attribute("href", href ?? url, true), textOf(text)),
  images: ({ src, url, alt }) =>
    alt === undefined
      ? [marked(`<img src="${textOf(src ?? url)}">`)]
      : element("img", [...attribute("src", src ?? url, true), ...attribute("alt", alt)]),
  headings: ({ level, text }) => around(`h${textOf(level) || "1"}`, text),
  titles: ({ text }) => around("title", text),
  metas: ({ name, content }) =>
    element("meta", [...attribute("name", name), ...attribute("content", content ?? "", true)]),
  hints: ({ rel, hreflang, href, url }) =>
    element("link", [
      ...attribute("rel", rel),
      ...attribute("hreflang", hreflang),
      ...attribute("href", href ?? url, true),
    ]),
  headers: ({ name, value }) => [plain(`${textOf(name)}: `), marked(textOf(value))],
  resources: ({ src, url }) => [plain("src="), marked(`"${textOf(src ?? url)}"`)],
  forms: ({ action }) => element("form", attribute("action", action ?? "", true)),
  ids: ({ name }) => [plain("id="), marked(`"${textOf(name)}"`)],
  paragraphs: ({ text }) => around("p", text),
  hidden: ({ text }) => [marked(textOf(text))],
  data: ({ json, error }) => [marked(textOf(json)), ...(error ? [plain(`\n${textOf(error)}`)] : [])],
};

/** The columns that say where a row is, not what it is. */
const PLACES = ["at", "place", "target"];

/** A row as code, with the part that the finding is about marked. */
export function piecesOf({ table, values }: { table: string; values: Values }): Piece[] {
  const known = TABLES[table]?.(values);
  if (known) return known;
  const columns = Object.entries(values).filter(([name]) => !PLACES.includes(name));
  return columns.flatMap(([name, value], place) => [
    plain(`${place > 0 ? "\n" : ""}${name}: `),
    marked(textOf(value)),
  ]);
}
