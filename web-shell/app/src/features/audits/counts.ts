import type { Rule } from "./audits";

/** The levels of findings, the gravest first. */
export const LEVELS = ["error", "warning", "notice"] as const;
export type Level = (typeof LEVELS)[number];

/** A level by its name; the least for one of a newer server. */
export const levelOf = (name: string): Level => LEVELS.find((level) => level === name) ?? "notice";

/** The number of findings of a rule or a page. */
export const findingsOf = ({ errors, warnings, notices }: Pick<Rule, "errors" | "warnings" | "notices">) =>
  errors + warnings + notices;

/** The counts of a rule by level. */
export const COUNTS = { error: "errors", warning: "warnings", notice: "notices" } as const satisfies Record<
  Level,
  keyof Rule
>;

export type Wanted = { q: string; level: string; category: string; show: string };

/** The rules that match the filters, in their order. */
export function matching(rules: Rule[], { q, level, category, show }: Wanted): Rule[] {
  const text = q.trim().toLowerCase();
  const known = LEVELS.find((one) => one === level);
  return rules.filter((rule) => {
    if (category && rule.category !== category) return false;
    if (text && !rule.title.toLowerCase().includes(text) && !rule.rule.includes(text)) return false;
    if (show === "changed" && rule.fresh + rule.returned + rule.fixed === 0) return false;
    if (known) return rule[COUNTS[known]] > 0 || (show === "all" && rule.severity === known);
    return show === "all" || show === "changed" || findingsOf(rule) > 0;
  });
}

/** The steps of what to do first, in the order of the server: rules of the same step are fixed together. */
export function stepsOf(rules: Rule[]): Rule[][] {
  const steps: Rule[][] = [];
  for (const rule of rules.filter(({ errors, warnings }) => errors + warnings > 0)) {
    const last = steps.at(-1);
    if (last && rule.step !== null && last[0]?.step === rule.step) last.push(rule);
    else steps.push([rule]);
  }
  return steps;
}

type Counted = { category: string; counts: Record<Level, number>; all: number };

/** The findings by category, the most errors first. */
export function countsOf(rules: Rule[]): Counted[] {
  const sums = new Map<string, Record<Level, number>>();
  for (const rule of rules) {
    const sum = sums.get(rule.category) ?? { error: 0, warning: 0, notice: 0 };
    for (const level of LEVELS) sum[level] += rule[COUNTS[level]];
    sums.set(rule.category, sum);
  }
  return [...sums]
    .map(([category, counts]) => ({ category, counts, all: counts.error + counts.warning + counts.notice }))
    .filter(({ all }) => all > 0)
    .sort((one, other) => other.counts.error - one.counts.error || other.all - one.all);
}

type Reason = { reason: string; rules: Rule[] };

/** The rules in a state by its reason. */
export function byReason(rules: Rule[], state: Rule["state"]): Reason[] {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules.filter((rule) => rule.state === state)) {
    // A pack fails as a whole; another one may fail in the same way.
    const key = state === "failed" ? `${rule.pack}: ${rule.reason}` : rule.reason;
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups].map(([reason, rules]) => ({ reason, rules }));
}
