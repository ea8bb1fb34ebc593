// Writes what the SDK has in common with the rest of the project: the contract's types, from `wit/`, and the texts and
// tables of the SDK for Rust. `npm run contract` runs it; a test says when it is to be run again.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { types } from "@bytecodealliance/jco";
import { parse } from "smol-toml";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const rust = join(root, "plugins/sdk");
const NOTE = "// Made by generate.mjs; not to be edited.\n\n";

/** The generated files by their names below `src/generated`. */
export async function generated() {
  return { ...(await contract()), "texts.ts": await texts(), "tables.ts": await tables() };
}

async function contract() {
  const files = {};
  for (const worldName of ["generator", "researcher", "integration"]) {
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

async function tables() {
  const source = (name) => readFile(join(rust, "src/units", name), "utf8");
  const ranges = (await source("grapheme_table.rs")).match(/0x[0-9A-F]{8}/g).join(",");
  const endings = (await source("weighted/addresses.rs")).match(/const ENDINGS: &str = "([^"]*)"/)[1];
  const accents = [...(await source("weighted/accents.rs")).matchAll(/'\\u\{(\w+)\}',\s*"([^"]*)"/g)];
  const pairs = accents.map(([, accent, letters]) => [
    String.fromCodePoint(Number.parseInt(accent, 16)),
    letters,
  ]);
  const words = endings.replace(/\\\s+/g, "").trim();
  return (
    `${NOTE}/** Ranges in order: first character << 11 | further characters << 4 | class, see graphemes.ts. */\n` +
    `export const RANGES: readonly number[] = [${ranges}];\n\n` +
    `/** For each accent the letters that take it, each followed by the letter with it. */\n` +
    `export const ACCENTS: readonly (readonly [string, string])[] = ${JSON.stringify(pairs)};\n\n` +
    `/** Endings of domains that count as an address without a scheme. */\n` +
    `export const ENDINGS = new Set(\n  ${JSON.stringify(words)}.split(" "),\n);\n`
  );
}

export const folder = join(here, "src/generated");

async function write() {
  const files = await generated();
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  console.log(`${Object.keys(files).length} files, ${(await readdir(folder)).join(", ")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write();
}
