import type { Check } from "../shapes";
import { bytes, graphemes, utf16, width, words, xWeight } from "./units";

/** How to measure a text in further units, for a field; an entry of a list is the field "name/place". */
export type Measures = Partial<Record<Check["unit"], (text: string, field: string) => number>>;

/** What a part of a result can be edited to. */
export type Edited = string | string[];

/** Sizes a text can be measured in without knowing a platform's fonts. */
const MEASURES: Measures = { characters: graphemes, utf16, words, bytes, weighted: xWeight, width };

const fits = (value: number, { min, max }: Check) =>
  (min === null || value >= min) && (max === null || value <= max);

const measured = (check: Check, value: number): Check => ({
  ...check,
  value,
  ok: fits(value, check),
  message: "",
});

/** The name of the part that a check belongs to: "headlines" for "headlines/3". */
export const partOf = (field: string) => field.replace(/\/\d+$/, "");

function remeasureText(check: Check, text: string, measures: Measures): Check[] {
  const measure = measures[check.unit] ?? MEASURES[check.unit];
  return measure ? [measured(check, measure(text, check.field))] : [];
}

/** The limits that hold for every entry of a list, once each, whichever entries they were measured on. */
function entryLimits(checks: Check[], part: string): Check[] {
  const entries = checks.filter(({ field, unit }) => field.startsWith(`${part}/`) && unit !== "items");
  const key = ({ unit, level, min, max }: Check) => [unit, level, min, max].join();
  return [...new Map(entries.map((check) => [key(check), check])).values()];
}

function remeasureList(checks: Check[], part: string, entries: string[], measures: Measures): Check[] {
  const whole = checks
    .filter(({ field, unit, max }) => field === part && unit === "items" && max !== 0)
    .map((check) => measured(check, entries.length));
  const limits = entryLimits(checks, part);
  const each = entries.flatMap((text, place) =>
    limits.flatMap((check) => remeasureText({ ...check, field: `${part}/${place}` }, text, measures)),
  );
  return [...whole, ...each];
}

/** How a size is written: "45 / 60", "1, at least 2", "45", or not at all where its message says it all. */
export function sizeShape(check: Check): "ofBound" | "atLeast" | "alone" | "none" {
  const bound = boundOf(check);
  if (bound === null) return "alone";
  if (bound === 0 && !check.ok) return "none";
  const isShort = check.min !== null && check.value < check.min;
  return isShort && check.unit === "items" ? "atLeast" : "ofBound";
}

/** What fits in a piece of a part, such as its first line, would read as if it were the size of the whole. */
export const ofWhole = (checks: Check[], whole: Edited) =>
  checks.filter((check) => !check.ok || measuredWhole(check, whole));

/** Units in which our measure and the tools' own cannot differ. */
const EXACT: Check["unit"][] = ["characters", "words", "bytes"];

/**
 * Whether a check measured the part itself. Some tools measure a piece of it, such as the first line of a
 * post: what an edit makes of that piece cannot be told here.
 */
function measuredWhole(check: Check, before: Edited): boolean {
  const place = check.field.match(/\/(\d+)$/)?.[1];
  const text = Array.isArray(before) ? before[Number(place)] : before;
  if (text === undefined || !EXACT.includes(check.unit)) return true;
  return MEASURES[check.unit]?.(text, check.field) === check.value;
}

/**
 * The checks of a part after somebody edited it. What can be measured neither here nor by the
 * module's `measures` (pixels, rules of style) is dropped: a stale figure would be a false one.
 * `before` tells the checks of a whole part from those of a piece of it.
 */
export function remeasure(
  checks: Check[],
  part: string,
  edited: Edited,
  measures: Measures = {},
  before?: Edited,
): Check[] {
  const kept = checks.filter(
    (check) => before === undefined || partOf(check.field) !== part || measuredWhole(check, before),
  );
  if (Array.isArray(edited)) {
    const others = kept.filter(({ field }) => partOf(field) !== part);
    return [...others, ...remeasureList(kept, part, edited, measures)];
  }
  return kept.flatMap((check) => (check.field === part ? remeasureText(check, edited, measures) : [check]));
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
