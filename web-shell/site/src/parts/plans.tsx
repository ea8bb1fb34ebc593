// What plans offer, as expressions over `plan`.
import { v } from "../jinja";
import type { Language } from "../texts";

/** The words of a plan as a number: its text is grouped for readers. */
const words = (plan: string) => `(${plan}.words|replace(",", "")|replace("\u00a0", "")|int)`;

/** A share of the largest plan's words, from 0 to 1. */
export const shareOfWords = (plan: string) => v(`${words(plan)} / ([1, ${words("(plans|last)")}]|max)`);

const LENGTH = 120;

/** How many descriptions of 120 words the words of a plan are, rounded down to tens. */
export function descriptions(plan: string, language: Language): string {
  const count = `(${words(plan)} // ${LENGTH} // 10 * 10)`;
  // Grouped from four digits on, like the words of the plan beside it.
  const sign = language === "pl" ? "\u00a0" : ",";
  const text = `(${count}|string)`;
  return `{% if ${count} >= 1000 %}${v(`${text}[:-3]`)}${sign}${v(`${text}[-3:]`)}{% else %}${v(count)}{% endif %}`;
}

/** A limit of a plan, or the text for none. */
export const limit = (name: string, none: string) =>
  `{% if plan.${name} %}${v(`plan.${name}`)}{% else %}${none}{% endif %}`;
