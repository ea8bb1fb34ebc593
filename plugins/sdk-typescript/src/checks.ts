import type { Language } from "./language";
import { missing, titles } from "./layout";
import { distance, type Level, type Limit, max, measured } from "./limits";
import type { AnyVariant, Parts } from "./parts";
import { fill } from "./template";
import type { Phrases } from "./texts";

/** One limit, measured. */
export interface Check {
  /** The part, with the position of the entry if it is a list: "headlines/3". */
  readonly field: string;
  readonly limit: Limit;
  readonly value: number;
  readonly ok: boolean;
  /** In each language, because a user may read the result on a screen in the other one; empty when ok. */
  readonly messages: Readonly<Record<Language, string>>;
  /** The same for the model, in the result's language. */
  readonly advice: string;
}

/** Words a violation from the texts of a kind: `check` for the user, `advice` for the model. */
type Say = (phrases: Phrases, kind: string) => string;

/** The checks of one variant. */
export class Checks {
  readonly list: Check[] = [];
  readonly #result: Phrases;

  constructor(result: Phrases) {
    this.#result = result;
  }

  #add(field: string, limit: Limit, value: number, say: Say): void {
    const ok = distance(limit, value) === 0;
    const message = (language: Language) => (ok ? "" : say(this.#result.in(language), "check"));
    const advice = ok ? "" : say(this.#result, "advice");
    this.list.push({ field, limit, value, ok, messages: { en: message("en"), pl: message("pl") }, advice });
  }

  /** Measures every declared limit. */
  measure(parts: Parts, variant: AnyVariant): void {
    const names = missing(parts, variant);
    if (names[0] !== undefined) {
      // One violation for all of them.
      this.#add(names[0], max("items", 0, "hard"), 1, (phrases, kind) =>
        fill(phrases.text(`${kind}.missing`), { parts: titles(names, phrases) }),
      );
    }
    for (const [name, part] of Object.entries(parts)) {
      const value = variant[name] ?? "";
      for (const limit of part.limits) {
        this.#part(name, limit, value, part.optional);
      }
    }
  }

  #part(name: string, limit: Limit, value: AnyVariant[string], optional: boolean): void {
    if (typeof value === "number") {
      this.limit(name, limit, value);
    } else if (typeof value === "string") {
      if (!optional || value !== "") {
        this.limit(name, limit, measured(limit, value));
      }
    } else if (limit.unit === "items") {
      this.limit(name, limit, value.length);
    } else {
      for (const [place, entry] of value.entries()) {
        this.limit(`${name}/${place}`, limit, measured(limit, entry));
      }
    }
  }

  /** A limit that depends on the input; `value` is the measured value. */
  limit(field: string, limit: Limit, value: number): void {
    this.#add(field, limit, value, (phrases, kind) => describe(phrases, kind, field, limit, value));
  }

  /**
   * A rule that is not a length: `broken` is the number of violations, 0 passes. Its messages are the texts
   * `check.<name>` (for the user) and `advice.<name>` (for the model).
   */
  rule(
    field: string,
    name: string,
    level: Level,
    broken: number,
    values: Record<string, string | number> = {},
  ) {
    this.#add(field, max("items", 0, level), broken, (phrases, kind) =>
      fill(phrases.text(`${kind}.${name}`), values),
    );
  }
}

/** "12 characters too many: 262 of at most 250". */
function describe(phrases: Phrases, kind: string, field: string, limit: Limit, value: number): string {
  const [name = field, place] = field.split("/");
  const title = phrases.partTitle(name) + (place === undefined ? "" : ` ${Number(place) + 1}`);
  const isBelow = limit.min !== undefined && value < limit.min;
  const bound = (isBelow ? limit.min : limit.max) ?? 0;
  return fill(phrases.text(`${kind}.${isBelow ? "too-little" : "too-much"}`), {
    field: title,
    value: amount(phrases, limit, value),
    bound,
    difference: amount(phrases, limit, Math.abs(value - bound)),
  });
}

/** A number with its unit in the right form: "1 znak", "2 znaki", "5 znaków". */
function amount(phrases: Phrases, { unit }: Limit, number: number): string {
  const forms = phrases.list(`unit.${unit}`);
  return `${number} ${forms[phrases.language === "pl" ? polishPlural(number) : Number(number !== 1)] ?? ""}`;
}

function polishPlural(number: number): number {
  if (number === 1) {
    return 0;
  }
  const [ones, tens] = [number % 10, number % 100];
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2;
}

/** A check in the format of a result's data: `message` in the language of the screen, `messages` in each. */
export function checkData({ field, limit, value, ok, messages }: Check, screen: Language) {
  const { unit, min = null, max = null, level } = limit;
  const both = ok ? {} : { messages };
  return { field, unit, value, min, max, level, ok, message: messages[screen], ...both };
}
