// Drafts without a language model: each fact answers the question that it belongs to.

import type { Brief } from "@sitewright/plugin-sdk";

interface Order {
  readonly topic: string;
  readonly facts: string;
  readonly questions: readonly string[];
  readonly count: number;
}

/** The user's own questions come first, if a fact answers them; then the facts with a label, then the rest. */
export function drafts(brief: Brief<Order>): string[] {
  const { facts, questions, topic, count } = brief.order;
  const open = facts
    .split("\n")
    .map((fact) => fact.replace(/^[-*•]\s*/, "").trim())
    .filter((fact) => fact !== "");
  const asked = questions.flatMap((question) => {
    const answer = take(open, (fact) => kinship(question, fact));
    return answer === undefined ? [] : [block(question.replace(/[?\s]*$/, "?"), value(answer))];
  });
  const labelled = open.filter((fact) => label(fact) !== undefined);
  const rest = open.filter((fact) => label(fact) === undefined);
  const answered = labelled.map((fact, at) => {
    const name = label(fact) ?? "";
    const inner = brief.language === "pl" ? name : uncapitalized(name);
    return block(brief.phrase("draft.labelled", at, { label: inner }), value(fact));
  });
  const overview =
    rest.length > 0 ? [block(brief.text("draft.overview", { topic }), rest.map(sentence).join(" "))] : [];
  return [...asked, ...answered, ...overview].slice(0, count);
}

function block(question: string, answer: string): string {
  return `${question}\n${answer}`;
}

/** "Delivery" of "Delivery: two working days". */
function label(fact: string): string | undefined {
  const [, name] = /^([^:.!?]{2,40}):\s+\S/.exec(fact) ?? [];
  return name;
}

function value(fact: string): string {
  const name = label(fact);
  return sentence(name === undefined ? fact : fact.slice(name.length + 1).trim());
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

/** Capitals that belong to a name or an abbreviation stay. */
function uncapitalized(text: string): string {
  return /^.[a-z\s]*$/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Removes and returns the entry of the highest rank; `undefined` if no rank is above zero. */
function take(entries: string[], rank: (entry: string) => number): string | undefined {
  const ranks = entries.map(rank);
  const best = Math.max(0, ...ranks);
  return best > 0 ? entries.splice(ranks.indexOf(best), 1)[0] : undefined;
}

/** The number of words of the question that the fact has, inflected or not. */
function kinship(question: string, fact: string): number {
  const stems = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .split(/[\s,.:;?!„”"()–-]+/)
        .filter((word) => word.length > 3)
        .map((word) => word.slice(0, 5)),
    );
  const known = stems(fact);
  return [...stems(question)].filter((stem) => known.has(stem)).length;
}
