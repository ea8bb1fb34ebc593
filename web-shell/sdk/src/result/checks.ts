import type { Check } from "../shapes";
import { bytes, graphemes, utf16, width, words, xWeight } from "./units";

/** Measures a text in further units, for a field; an entry of a list is the field "name/place". */
export type Measures = Partial<Record<Check["unit"], (text: string, field: string) => number>>;

/** The value of an edited part. */
export type Edited = string | string[];

/** Units that do not depend on a platform's fonts. */
const MEASURES: Measures = { characters: graphemes, utf16, words, bytes, weighted: xWeight, width };

const fits = (value: number, { min, max }: Check) =>
  (min === null || value >= min) && (max === null || value <= max);

const measured = ({ messages: _, ...check }: Check, value: number): Check => ({
  ...check,
  value,
  ok: fits(value, check),
  message: "",
});

/** What is wrong, in the language of the screen; empty after an edit. */
export const messageOf = ({ message, messages }: Check, language: string) => messages?.[language] ?? message;

/** The name of the part that a check belongs to: "headlines" for "headlines/3". */
export const partOf = (field: string) => field.replace(/\/\d+$/, "");

function remeasureText(check: Check, text: string, measures: Measures): Check[] {
  const measure = measures[check.unit] ?? MEASURES[check.unit];
  return measure ? [measured(check, measure(text, check.field))] : [];
}

/** The limits of all entries of a list, without duplicates. */
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

/** The format of a size: "45 / 60", "1, at least 2", "45", or none if the message contains it. */
export function sizeShape(check: Check): "ofBound" | "atLeast" | "alone" | "none" {
  const bound = boundOf(check);
  if (bound === null) return "alone";
  if (bound === 0 && !check.ok) return "none";
  const isShort = check.min !== null && check.value < check.min;
  return isShort && check.unit === "items" ? "atLeast" : "ofBound";
}

/** A passed check of a piece of a part, such as its first line, would look like the size of the whole part. */
export const ofWhole = (checks: Check[], whole: Edited) =>
  checks.filter((check) => !check.ok || measuredWhole(check, whole));

/** Units that the SDK and the tools measure identically. */
const EXACT: Check["unit"][] = ["characters", "words", "bytes"];

/**
 * Whether a check measured the whole part. Some tools measure a piece of it, such as the first line of a
 * post, which cannot be measured again after an edit.
 */
function measuredWhole(check: Check, before: Edited): boolean {
  const place = check.field.match(/\/(\d+)$/)?.[1];
  const text = Array.isArray(before) ? before[Number(place)] : before;
  if (text === undefined || !EXACT.includes(check.unit)) return true;
  return MEASURES[check.unit]?.(text, check.field) === check.value;
}

/**
 * The checks of a part after an edit. Checks that neither the SDK nor the module's `measures` support
 * (pixels, style rules) are dropped, since their values are outdated.
 * `before` distinguishes checks of a whole part from those of a piece of it.
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
 * The checks to show: all failed ones and, of those that passed, the tightest limit in each unit, once.
 * Counted items (hashtags, emoji …) are shown only if they fail.
 */
export function worthShowing(checks: Check[]): Check[] {
  const isTighter = (other: Check, check: Check) =>
    other.field === check.field &&
    other.unit === check.unit &&
    (other.max ?? Number.POSITIVE_INFINITY) < (check.max ?? Number.POSITIVE_INFINITY);
  // Several rules may have the same limit.
  const isSame = (other: Check, check: Check) =>
    other.ok &&
    other.field === check.field &&
    other.unit === check.unit &&
    other.value === check.value &&
    boundOf(other) === boundOf(check);
  return checks.filter(
    (check, place) =>
      !check.ok ||
      (check.unit !== "items" &&
        !checks.some((other) => isTighter(other, check)) &&
        !checks.slice(0, place).some((other) => isSame(other, check))),
  );
}
