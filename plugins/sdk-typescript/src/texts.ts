/// <reference path="./toml.d.ts" />

import { SHARED } from "./generated/texts";
import type { Language } from "./language";

/** The content of a file of texts. */
export interface Tree {
  readonly [key: string]: Tree | string | number | boolean | readonly (string | number | boolean)[];
}

/** All texts for users, and those of prompts and drafts, in each language. */
export type Texts = Readonly<Record<Language, Tree>>;

let strict = false;

/** In tests a missing text is an error; on a server it is an empty one. */
export function missingTextsFail(): void {
  strict = true;
}

function walk(tree: Tree, key: string): Tree[string] | undefined {
  let found: Tree[string] | undefined = tree;
  for (const name of key.split(".")) {
    if (typeof found !== "object" || Array.isArray(found)) {
      return undefined;
    }
    found = (found as Tree)[name];
  }
  return found;
}

/** The texts of one tool in one language, with the SDK's texts as the fallback. */
export class Phrases {
  readonly #own: Texts;
  readonly language: Language;

  constructor(own: Texts, language: Language) {
    this.#own = own;
    this.language = language;
  }

  in(language: Language): Phrases {
    return new Phrases(this.#own, language);
  }

  /** The texts under an optional key. */
  find(key: string): readonly string[] | undefined {
    const found = walk(this.#own[this.language], key) ?? walk(SHARED[this.language], key);
    if (typeof found === "string") {
      return [found];
    }
    return Array.isArray(found) ? (found as readonly string[]) : undefined;
  }

  /** The texts under a key. */
  list(key: string): readonly string[] {
    const found = this.find(key);
    if (found === undefined && strict) {
      throw new Error(`${this.language}: there is no text under the key "${key}"`);
    }
    return found ?? [];
  }

  /** The text under a key, or the first one if it is a list. */
  text(key: string): string {
    return this.list(key)[0] ?? "";
  }

  /** The title of a part of the result. */
  partTitle(name: string): string {
    return this.find(`output.${name}.title`)?.[0] ?? name;
  }

  example(): unknown {
    return this.#own[this.language].example;
  }
}
