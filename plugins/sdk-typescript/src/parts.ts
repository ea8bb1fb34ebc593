import type { Limit } from "./limits";

declare const value: unique symbol;

/** A part of a variant; `T` is the type of its value. */
export interface Part<T> {
  readonly kind: "text" | "list" | "number";
  readonly format: Format;
  /** Computed by the tool, never requested from the model. */
  readonly computed: boolean;
  /** An answer may lack it. */
  readonly optional: boolean;
  /** Entries of several lines; in an answer they are separated by a line `---`. */
  readonly blocks: boolean;
  readonly limits: readonly Limit[];
  readonly [value]?: T;
}

export type Format = "plain" | "markdown" | "slug" | "title";

/** The parts of a variant, in the order of the screen. */
export type Parts = Readonly<Record<string, Part<unknown>>>;

export type Variant<P extends Parts> = { -readonly [K in keyof P]: P[K] extends Part<infer T> ? T : never };

/** On a list, a limit in items counts entries and every other one applies to each entry. */
interface Spec {
  format?: Format;
  computed?: boolean;
  optional?: boolean;
  limits?: readonly Limit[];
}

const UNSET = { format: "plain", computed: false, optional: false, blocks: false, limits: [] } as const;

export function textPart(spec: Spec = {}): Part<string> {
  return { ...UNSET, ...spec, kind: "text" };
}

export function listPart(spec: Spec & { blocks?: boolean } = {}): Part<string[]> {
  return { ...UNSET, ...spec, kind: "list" };
}

/** A number that the tool computes. */
export function numberPart(): Part<number> {
  return { ...UNSET, computed: true, kind: "number" };
}

export type AnyVariant = Record<string, string | string[] | number>;

/** A variant without content. */
export function empty(parts: Parts): AnyVariant {
  const of = { text: "", list: [], number: 0 } as const;
  const entries = Object.entries(parts).map(([name, part]) => {
    const value = of[part.kind];
    return [name, Array.isArray(value) ? [...value] : value] as [string, string | string[] | number];
  });
  return Object.fromEntries(entries);
}
