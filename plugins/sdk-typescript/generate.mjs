// Writes the parts of the SDK that are generated from other sources: the contract's types from `wit/`, and the texts
// and tables of the Rust SDK. Also writes the tables with which the web application counts while a user edits a
// result. `npm run contract` runs it; a test fails if its output is out of date.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { types } from "@bytecodealliance/jco";
import { parse } from "smol-toml";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const rust = join(root, "plugins/sdk");
const NOTE = "// Made by generate.mjs; not to be edited.\n\n";
const WEB_NOTE = "// Made by plugins/sdk-typescript/generate.mjs; not to be edited.\n\n";

/** The generated files of each folder by their relative paths. */
export async function generated() {
  return {
    [join(here, "src/generated")]: {
      ...(await contract()),
      "texts.ts": await texts(),
      "tables.ts": await tables(),
      "facts.ts": await facts(),
      "refusals.ts": await refusals(),
    },
    [join(root, "web-shell/sdk/src/result/generated")]: {
      "endings.ts": await webEndings(),
      "liberation-sans.ts": await webFont(),
    },
  };
}

async function contract() {
  const files = {};
  for (const worldName of ["generator", "researcher", "integration", "rule-pack"]) {
    const made = await types(join(root, "wit"), { worldName, guest: true });
    for (const [path, bytes] of Object.entries(made)) {
      const name = path.split("/interfaces/")[1] ?? path.match(/^interfaces\/(.*)$/)?.[1];
      if (name) {
        files[`contract/${name}`] = Buffer.from(bytes).toString("utf8");
      }
    }
  }
  return files;
}

async function texts() {
  const read = async (language) => parse(await readFile(join(rust, `texts/${language}.toml`), "utf8"));
  const shared = { en: await read("en"), pl: await read("pl") };
  const type = 'import type { Texts } from "../texts";\n\n';
  return `${NOTE}${type}/** The SDK's own texts: common fields, messages and the frame of every prompt. */\nexport const SHARED: Texts = ${JSON.stringify(shared, null, 1)};\n`;
}

/** The types of the columns of the facts. */
const COLUMN_TYPES = {
  number: () => "number",
  flag: () => "boolean",
  text: () => "string",
  maybe: () => "string | undefined",
  wide: () => "bigint",
  rows: (item) => `readonly ${item}[]`,
};

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const comment = (doc, indent = "") => `${indent}/** ${doc} */\n`;

/** The tables of the crate `sitewright-facts`, with their columns and comments. */
async function layout() {
  const source = await readFile(join(root, "wit/facts/src/layout.rs"), "utf8");
  const [written] = source.split("\ntables! {\n")[1].split("\n}\n");
  const found = [];
  let doc = [];
  for (const line of written.split("\n").map((line) => line.trim())) {
    const said = /^\/\/\/ (.*)/.exec(line);
    const table = /^(\w+): (\w+), New\w+ \{$/.exec(line);
    const column = /^(\w+): (\w+)(?: (\w+) (\w+))?,$/.exec(line);
    if (said) {
      doc.push(said[1]);
      continue;
    } else if (table) {
      found.push({ name: table[1], item: table[2], doc: doc.join(" "), columns: [] });
    } else if (column) {
      const [, name, kind, of, item] = column;
      found.at(-1).columns.push({ name, kind, of, item, doc: doc.join(" ") });
    } else if (line !== "" && line !== "}") {
      throw new Error(`wit/facts/src/layout.rs: ${line}`);
    }
    doc = [];
  }
  const [list] = source.split("OF_SITE: &[&str] = &[")[1].split("]");
  return { tables: found, ofSite: [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name) };
}

async function facts() {
  const { tables, ofSite } = await layout();
  const property = ({ name, kind, item, doc }) =>
    `${comment(doc, "  ")}  readonly ${camel(name)}: ${COLUMN_TYPES[kind](item)};\n`;
  const row = ({ name, item, doc, columns }) =>
    `${comment(doc)}export interface ${item} extends ${name === "pages" ? "PageRow" : "Row"} {\n${columns.map(property).join("")}}\n`;
  const written = ({ name, kind, of }) => [name, kind, of].filter((part) => part !== undefined).join(":");
  const question = ({ name, doc }) =>
    `${comment(
      doc.replace(/^A site table: (\w)/, (_, letter) => letter.toUpperCase()),
      "  ",
    )}  ${name}(): Query<"${name}"> {\n    return this.query("${name}");\n  }\n`;
  return (
    `${NOTE}import type { PageRow, Row } from "../rules/rows";\nimport type { Query } from "../rules/site";\n\n` +
    `${tables.map(row).join("\n")}\n` +
    `/** The row of each table. */\nexport interface Tables {\n${tables.map(({ name, item }) => `  ${name}: ${item};\n`).join("")}}\n\n` +
    `/** The tables of a site. The others belong to pages. */\nexport type SiteTable = ${ofSite.map((name) => JSON.stringify(name)).join(" | ")};\n\n` +
    `/** The columns of each table in their order: the name, the kind, and whose rows they are. */\n` +
    `export const LAYOUT: Readonly<Record<keyof Tables, string>> = {\n${tables.map(({ name, columns }) => `  ${name}: "${columns.map(written).join(" ")}",\n`).join("")}};\n\n` +
    `/** A question about each table of the site. */\nexport abstract class Questions {\n  protected abstract query<T extends SiteTable>(table: T): Query<T>;\n` +
    `${tables
      .filter(({ name }) => ofSite.includes(name))
      .map((table) => `\n${question(table)}`)
      .join("")}}\n`
  );
}

/** A source file of the units of the Rust SDK. */
const source = (name) => readFile(join(rust, "src/units", name), "utf8");

/** Endings of domains: the ASCII ones, shortest first, and the others, longest first. */
async function endings() {
  const written = await source("weighted/endings.rs");
  const ofLength = ([, length, words]) => words.match(new RegExp(`.{${length}}`, "g"));
  const ascii = [...written.matchAll(/\((\d+), "([a-z0-9]*)"\)/g)].flatMap(ofLength);
  return { ascii, foreign: written.match(/FOREIGN: &str =\s*"([^"]*)"/)[1] };
}

async function tables() {
  const ranges = (await source("grapheme_table.rs")).match(/0x[0-9A-F]{8}/g).join(",");
  const { ascii, foreign } = await endings();
  const accents = [...(await source("accents.rs")).matchAll(/'\\u\{(\w+)\}',\s*"([^"]*)"/g)];
  const pairs = accents.map(([, accent, letters]) => [
    String.fromCodePoint(Number.parseInt(accent, 16)),
    letters,
  ]);
  return (
    `${NOTE}/** Ranges in order: first character << 11 | further characters << 4 | class, see graphemes.ts. */\n` +
    `export const RANGES: readonly number[] = [${ranges}];\n\n` +
    `/** For each accent the letters that take it, each followed by the letter with it. */\n` +
    `export const ACCENTS: readonly (readonly [string, string])[] = ${JSON.stringify(pairs)};\n\n` +
    `/** Endings of domains that X knows, in ASCII. */\n` +
    `export const ENDINGS = new Set(\n  ${JSON.stringify(ascii.join(" "))}.split(" "),\n);\n\n` +
    `/** The others, longest first. */\n` +
    `export const FOREIGN_ENDINGS: readonly string[] = ${JSON.stringify(foreign)}.split(" ");\n`
  );
}

/** One string each; alphabetical order compresses best. */
async function webEndings() {
  const { ascii, foreign } = await endings();
  return (
    `${WEB_NOTE}/** Endings of domains that X knows, in ASCII, with spaces between. */\n` +
    `export const ENDINGS = ${JSON.stringify(ascii.toSorted().join(" "))};\n\n` +
    `/** The others, longest first. */\n` +
    `export const FOREIGN_ENDINGS = ${JSON.stringify(foreign)};\n`
  );
}

/** Advance widths and kerning of Liberation Sans. */
async function webFont() {
  const written = await source("liberation_sans.rs");
  const [kerning, runs] = written.split("pub const RUNS");
  const plain = (text) =>
    text.replace(/\\u\{(\w+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
  const pairs = [...plain(kerning).matchAll(/'(.)',\s*&\[([^\]]*)\]/gu)].map(([, letter, changes]) => [
    letter,
    [...changes.matchAll(/\((-?\d+), "([^"]*)"\)/g)].map(([, units, letters]) => [Number(units), letters]),
  ]);
  const widths = [...runs.matchAll(/0x([0-9A-F]{4}),\s*&\[([\d,\s]*)\]/g)].map(
    ([, first, list]) => `  [0x${first}, "${list.match(/\d+/g).join(" ")}"],\n`,
  );
  return (
    `${WEB_NOTE}/**\n * Runs of neighbouring code points: the first one, and the width of each from there on in units of 1/2048 em; 0\n` +
    ` * stands for a code point that the font does not have.\n */\n` +
    `export const RUNS: readonly (readonly [first: number, widths: string])[] = [\n${widths.join("")}];\n\n` +
    `/**\n * Pairs that are drawn closer together or further apart: the first of the pair, and by how much its width changes\n` +
    ` * before each of the others.\n */\n` +
    `export const KERNING: Record<string, readonly (readonly [units: number, letters: string])[]> = ${JSON.stringify(Object.fromEntries(pairs))};\n`
  );
}

/** The word lists by which refusals are recognised. */
async function refusals() {
  const source = await readFile(join(rust, "src/answer/refusal.rs"), "utf8");
  const lists = [...source.matchAll(/const (\w+): Words =\s*words!\[([^\]]*)\]/g)];
  const words = (list) => JSON.stringify([...list.matchAll(/"([^"]*)"/g)].map(([, word]) => word));
  return (
    NOTE +
    lists.map(([, name, list]) => `export const ${name}: readonly string[] = ${words(list)};\n`).join("\n")
  );
}

async function write() {
  for (const [folder, files] of Object.entries(await generated())) {
    await rm(folder, { recursive: true, force: true });
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    console.log(`${Object.keys(files).length} files, ${(await readdir(folder)).join(", ")}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write();
}
