import type { Check, Measures, Variant } from "@sitewright/sdk";
import { arial, graphemes } from "@sitewright/sdk";

/** The font sizes, in pixels, of the fields in search results. */
const SIZES: Record<string, number> = { title: 20, meta_description: 14 };

/** The two units of the limits of search results. */
export const MEASURES = {
  characters: graphemes,
  pixels: (text: string, field: string) => arial(text, SIZES[field] ?? 14),
} satisfies Measures;

export type Fit = "short" | "good" | "long";

/** A limit with the current size of the text. */
export type Measured = {
  unit: "characters" | "pixels";
  value: number;
  min: number | null;
  max: number | null;
  fit: Fit;
};

function fitOf(value: number, { min, max }: Pick<Check, "min" | "max">): Fit {
  if (min !== null && value < min) return "short";
  return max !== null && value > max ? "long" : "good";
}

const isLength = (check: Check): check is Check & Pick<Measured, "unit"> =>
  check.unit === "characters" || check.unit === "pixels";

/** The length limits of a field, measured on `text`. */
export function measured(checks: Check[], field: string, text: string): Measured[] {
  return checks
    .filter(isLength)
    .filter((check) => check.field === field)
    .map(({ unit, min, max }) => {
      const value = MEASURES[unit](text, field);
      return { unit, min, max, value, fit: fitOf(value, { min, max }) };
    });
}

/** The largest value a field may have in a unit, as the generator reported it. */
export function bound(checks: Check[], field: string, unit: Check["unit"], otherwise: number): number {
  return checks.find((check) => check.field === field && check.unit === unit)?.max ?? otherwise;
}

/** Whether all checks of a variant passed. */
export const isSound = (variant: Variant) => (variant.checks ?? []).every((check) => check.ok);
