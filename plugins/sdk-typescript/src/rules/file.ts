// Reads the file of a rule, `checks/ID.toml`. It is the same as that of a rule in Rust.

import type { Severity } from "sitewright:plugin/facts@0.1.0";
import type { Rule } from "sitewright:plugin/rules@0.1.0";
import { LANGUAGES, type Language } from "../language";
import type { Tree } from "../texts";

const SEVERITIES = ["error", "warning", "notice"];
const TEXTS = ["title", "what", "why", "fix"] as const;

type Value = Tree[string] | undefined;

function isTree(value: Value): value is Tree {
  return typeof value === "object" && !Array.isArray(value);
}

function tree(of: Tree, key: string): Tree {
  const value = of[key] ?? {};
  if (!isTree(value)) {
    throw new Error(`\`${key}\` is a table`);
  }
  return value;
}

/** The text of a key that must be there and not be empty. */
export function text(of: Tree, key: string): string {
  const value = of[key];
  if (typeof value !== "string" || value.trim() === "") {
    throw new Error(`\`${key}\` is a text`);
  }
  return value.trim();
}

function number(of: Tree, key: string): number {
  const value = of[key];
  if (typeof value !== "number") {
    throw new Error(`\`${key}\` is a number`);
  }
  return value;
}

function list(of: Tree, key: string): string[] {
  const value = of[key] ?? [];
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) {
    throw new Error(`\`${key}\` is a list of texts`);
  }
  return [...value];
}

/** The id of a rule: the name of its file. */
export const idOf = (file: Tree): string => text(file, "id");

/** A rule in one language, as the contract has it. */
export function described(file: Tree, category: string, language: Language): Rule {
  try {
    return read(file, category, language);
  } catch (error) {
    throw new Error(`checks/${idOf(file)}.toml: ${error instanceof Error ? error.message : error}`);
  }
}

function read(file: Tree, category: string, language: Language): Rule {
  const [severity, scope, said] = [text(file, "severity"), text(file, "scope"), tree(file, language)];
  if (!SEVERITIES.includes(severity)) {
    throw new Error(`there is no severity \`${severity}\``);
  }
  if (scope !== "page" && scope !== "site") {
    throw new Error(`there is no scope \`${scope}\``);
  }
  if (typeof file.score !== "boolean") {
    throw new Error("`score` is true or false");
  }
  const [params, values] = [tree(file, "params"), tree(file, "values")];
  const systems = LANGUAGES.map((of) => Object.keys(tree(tree(file, of), "fix_in")).sort());
  if (new Set(systems.map(String)).size > 1) {
    throw new Error("the languages have fixes for different systems");
  }
  const [title, what, why, fix] = TEXTS.map((key) => text(said, key)) as [string, string, string, string];
  return {
    id: idOf(file),
    severity: severity as Severity,
    category,
    scope,
    score: file.score,
    needs: list(file, "needs"),
    parameters: Object.keys(params).map((name) => {
      const of = tree(params, name);
      const [usual, min, max] = [number(of, "default"), number(of, "min"), number(of, "max")];
      return { name, default: usual, min, max, label: text(of, language) };
    }),
    values: Object.keys(values).map((name) => ({ name, kind: text(values, name) })),
    title,
    what,
    why,
    fix,
    fixes: (systems[0] ?? []).map((system) => ({ system, text: text(tree(said, "fix_in"), system) })),
  };
}
