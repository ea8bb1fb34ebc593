import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The files below a folder of the repository with this ending, without tests, with their text. */
export function filesOf(folder: string, ending: RegExp): { file: string; text: string }[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !/\.test\.|\.d\.ts$|node_modules/.test(name))
    .map((name) => ({ file: name, text: readFileSync(path.join(root, folder, name), "utf8") }));
}

/** The TypeScript files below a folder of the repository, without tests, with their text. */
export const sourcesOf = (folder: string) => filesOf(folder, /\.tsx?$/);

/** The names of the subfolders of a folder of the repository. */
export const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** Whether the repository has a file. */
export const hasFile = (file: string) => existsSync(path.join(root, file));

export const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/** The imports of a source, static and dynamic. */
export const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
