import type { Language } from "./language";
import { ADDRESS_FORMS, type AddressForm } from "./template";

declare const value: unique symbol;

/** A field of the form; `T` is the type of its value. */
export interface Field<T> {
  readonly kind: "text" | "list" | "number" | "flag" | "choice" | "language";
  readonly required: boolean;
  /** Folded under "More options". */
  readonly more: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly widget?: Widget;
  readonly preset?: string | number | boolean;
  readonly options?: readonly string[];
  /** An empty value stays empty instead of becoming the first option. */
  readonly optional: boolean;
  /** The value is the number of variants. */
  readonly variants: boolean;
  readonly [value]?: T;
}

/** A form: its fields in the order of the screen. */
export type Form = Readonly<Record<string, Field<unknown>>>;

/** The values of a form. */
export type Values<F extends Form> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

type Widget = "textarea" | "tags" | "url" | "slider" | "switch";

/** `min` and `max` are characters of a text, entries of a list, or the range of a number. */
interface Spec {
  required?: boolean;
  more?: boolean;
  min?: number;
  max?: number;
  widget?: Widget;
}

const UNSET = { required: false, more: false, optional: false, variants: false } as const;

export function text(spec: Spec & { default?: string } = {}): Field<string> {
  return { ...UNSET, kind: "text", ...preset(spec) };
}

/** Several texts; blank and repeated entries are removed. */
export function list(spec: Spec = {}): Field<readonly string[]> {
  return { ...UNSET, kind: "list", widget: "tags", ...spec };
}

/** A whole number. */
export function number(spec: Spec & { default?: number } = {}): Field<number> {
  return { ...UNSET, kind: "number", ...preset(spec) };
}

export function flag(spec: Spec & { default?: boolean } = {}): Field<boolean> {
  return { ...UNSET, kind: "flag", ...preset(spec) };
}

/** One of several; the default is the first. */
export function choice<const O extends string>(
  options: readonly [O, ...O[]],
  spec: Spec & { default?: NoInfer<O> } = {},
): Field<O> {
  return { ...UNSET, kind: "choice", options, ...preset(spec) };
}

/** One of several, or none. */
export function optionalChoice<const O extends string>(
  options: readonly [O, ...O[]],
  spec: Spec = {},
): Field<O | undefined> {
  return { ...UNSET, kind: "choice", options, ...spec, optional: true };
}

/** The number of variants. */
export function variants(spec: { min?: number; max?: number; default?: number } = {}): Field<number> {
  return { ...number({ min: 1, max: 5, default: 3, ...spec }), variants: true };
}

function preset<D>({ default: value, ...spec }: Spec & { default?: D }): Spec & { preset?: D } {
  return value === undefined ? spec : { ...spec, preset: value };
}

export const TONES = [
  "neutral",
  "friendly",
  "professional",
  "expert",
  "persuasive",
  "enthusiastic",
  "witty",
  "empathetic",
  "luxury",
  "urgent",
  "formal",
  "casual",
] as const;

export type Tone = (typeof TONES)[number];

/** The fields that all text generators share; spread them into a form after the tool's own. */
export const voice = {
  language: { ...UNSET, kind: "language", options: ["en", "pl"] } as Field<Language>,
  tone: optionalChoice(TONES),
  audience: text({ more: true, max: 300 }),
  extra_instructions: text({ more: true, max: 1000, widget: "textarea" }),
  address_form: choice(ADDRESS_FORMS, { more: true, default: "neutral" }),
} as const;

/** The values of {@link voice}. */
export interface Voice {
  readonly language: Language;
  readonly tone?: Tone | undefined;
  readonly audience: string;
  readonly extra_instructions: string;
  readonly address_form: AddressForm;
}
