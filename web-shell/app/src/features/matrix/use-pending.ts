import { useUnsaved } from "@sitewright/sdk/shell";
import { useState } from "react";
import type { MatrixChange, MatrixPlan } from "./matrix";

export type Switched = { plan: number; tool: string; name: string; open: boolean };

export type Pending = ReturnType<typeof usePending>;

export const keyOf = ({ plan, tool }: Pick<Switched, "plan" | "tool">) => `${plan} ${tool}`;

/** The switches with another one; the same one again takes it back. */
export function switched(all: Switched[], one: Switched): Switched[] {
  const others = all.filter((other) => keyOf(other) !== keyOf(one));
  return others.length < all.length ? others : [...all, one];
}

/** The switches as one change of the API, with the plans in the revisions that are shown. */
export function changeOf(all: Switched[], plans: MatrixPlan[]): MatrixChange {
  const touched = plans.filter(({ id }) => all.some(({ plan }) => plan === id));
  return {
    plans: touched.map(({ id, revision }) => ({ id, revision })),
    switches: all.map(({ plan, tool, open }) => ({ plan, tool, open })),
  };
}

/** Switches that are flipped on the screen and not saved yet; they outlive filters and other pages of the list. */
export function usePending() {
  const [all, setAll] = useState<Switched[]>([]);
  useUnsaved(all.length > 0);
  return {
    all,
    find: (plan: number, tool: string) => all.find((one) => one.plan === plan && one.tool === tool),
    flip: (one: Switched) => setAll((before) => switched(before, one)),
    clear: () => setAll([]),
  };
}
