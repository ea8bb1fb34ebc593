import type { Parameter } from "sitewright:plugin/rules@0.1.0";

const DAY_MS = 86_400_000;

/** The parameters of one rule, as the user has set them. */
export class Settings {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #now: () => bigint;

  constructor(numbers: ReadonlyMap<string, number>, now: () => bigint) {
    this.#numbers = numbers;
    this.#now = now;
  }

  /** A parameter. A name that the rule does not have is an error of the pack. */
  number(name: string): number {
    const number = this.#numbers.get(name);
    if (number === undefined) {
      throw new Error(`the rule has no parameter "${name}"`);
    }
    return number;
  }

  /** A parameter that is a count. */
  count(name: string): number {
    return Math.trunc(this.number(name));
  }

  /** The day of the audit, in days since 1970-01-01. */
  today(): number {
    return Math.floor(Number(this.#now()) / DAY_MS);
  }
}

/**
 * The parameters of a rule by the settings of the contract; none if the rule is turned off. What is not a number has its
 * default, and a number its range.
 */
export function chosen(
  parameters: readonly Parameter[],
  set: unknown,
): ReadonlyMap<string, number> | undefined {
  if (set === false) {
    return undefined;
  }
  const changed = Object(set);
  return new Map(
    parameters.map(({ name, default: usual, min, max }) => {
      const number = Object.hasOwn(changed, name) ? changed[name] : usual;
      return [name, Math.min(Math.max(typeof number === "number" ? number : usual, min), max)];
    }),
  );
}
