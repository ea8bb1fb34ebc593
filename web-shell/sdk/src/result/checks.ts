import type { Check } from "../shapes";

/** How to measure a text in further units, for a field. */
export type Measures = Partial<Record<Check["unit"], (text: string, field: string) => number>>;

/** Sizes a text can be measured in without knowing a platform's fonts or weights. */
const MEASURES: Measures = {
  characters: (text) => [...text].length,
  words: (text) => text.split(/\s+/).filter(Boolean).length,
  bytes: (text) => new TextEncoder().encode(text).length,
};

const fits = (value: number, { min, max }: Check) =>
  (min === null || value >= min) && (max === null || value <= max);

/**
 * The checks of a field after somebody edited it. What can be measured neither here nor by the
 * module's `measures` (pixels, weights, numbers of items) is dropped: a stale figure would be a false one.
 */
export function remeasure(checks: Check[], field: string, text: string, measures: Measures = {}): Check[] {
  return checks.flatMap((check) => {
    if (check.field !== field) return [check];
    const measure = measures[check.unit] ?? MEASURES[check.unit];
    if (!measure) return [];
    const value = measure(text, field);
    return [{ ...check, value, ok: fits(value, check), message: "" }];
  });
}

/** The bound a value is shown against: the one it breaks, otherwise the upper one. */
export function boundOf(check: Check): number | null {
  if (check.min !== null && check.value < check.min) return check.min;
  return check.max ?? check.min;
}

/**
 * What a person needs to see: everything that is broken and, of what fits, the tightest limit in each unit.
 * Counted items (hashtags, emoji …) speak only when they are broken, since only then does a text name them.
 */
export function worthShowing(checks: Check[]): Check[] {
  const isTighter = (other: Check, check: Check) =>
    other.field === check.field &&
    other.unit === check.unit &&
    (other.max ?? Number.POSITIVE_INFINITY) < (check.max ?? Number.POSITIVE_INFINITY);
  return checks.filter(
    (check) => !check.ok || (check.unit !== "items" && !checks.some((other) => isTighter(other, check))),
  );
}
