import type { Brand, Project } from "./contract";
import type { Voice } from "./fields";
import type { Language } from "./language";
import { below, hash } from "./pick";
import { address, fill } from "./template";
import type { Phrases } from "./texts";
import { isAlphanumeric } from "./units";

/** The context of a run beside the order: the brand kit, the project, and the texts in the result's language. */
export interface Surroundings {
  readonly voice: Voice;
  /** Empty texts and lists if no brand kit was filled in. */
  readonly brand: Brand;
  readonly project: Project | undefined;
  readonly phrases: Phrases;
}

/** One run's order with its context. */
export class Brief<I> {
  readonly #seed: number;

  constructor(
    readonly order: I,
    readonly around: Surroundings,
    subject: string,
  ) {
    this.#seed = hash(subject);
  }

  get brand(): Brand {
    return this.around.brand;
  }

  get project(): Project | undefined {
    return this.around.project;
  }

  /** The result's language. */
  get language(): Language {
    return this.around.phrases.language;
  }

  /** A number that depends only on the subject. */
  get seed(): number {
    return this.#seed;
  }

  /** The text under a key, with its placeholders filled. */
  text(key: string, values: Record<string, string | number> = {}): string {
    return fill(this.around.phrases.text(key), values);
  }

  list(key: string): readonly string[] {
    return this.around.phrases.list(key);
  }

  /**
   * A text of the list under a key: always the same for the same subject, another for the next variant, without words
   * that the brand avoids if there is another one, in the chosen form of address.
   */
  phrase(key: string, variant: number, values: Record<string, string | number> = {}): string {
    const all = this.list(key);
    const allowed = all.filter((text) => this.avoided(text).length === 0);
    const chosen = this.pick(allowed.length > 0 ? allowed : all, key, variant) ?? "";
    return fill(address(chosen, this.around.voice.address_form), values);
  }

  /** One of `options`: the same for the same subject, another for the next variant. */
  pick<T>(options: readonly T[], purpose: string, variant: number): T | undefined {
    const start = below(this.#seed, purpose, options.length);
    return options[(start + variant) % Math.max(options.length, 1)];
  }

  /** The words of `text` that the brand avoids. */
  avoided(text: string): string[] {
    return this.brand.avoid.filter((word) => contains(text.toLowerCase(), stem(word.trim().toLowerCase())));
  }
}

/** Words that are long enough lose a last vowel, which inflection changes: "oferta" also matches "ofertę". */
function stem(word: string): string {
  const shorter = word.replace(/[aąeęiouy]$/, "");
  return shorter.length >= 5 ? shorter : word;
}

function contains(text: string, word: string): boolean {
  for (let place = text.indexOf(word); word !== "" && place >= 0; place = text.indexOf(word, place + 1)) {
    if (place === 0 || !isAlphanumeric(text.charAt(place - 1))) {
      return true;
    }
  }
  return false;
}
