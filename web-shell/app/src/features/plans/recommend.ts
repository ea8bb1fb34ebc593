import type { OwnPlan, Plan } from "../../api/plans";

/** The plan that the page recommends, and why: the operator's choice, or the cheapest that fits the use. */
export type Recommended = { id: number; why: "operator" | "use" | "largest" };

type Offer = Pick<Plan, "id" | "ai_words" | "recommended"> & { monthly: { usd: number } };

/** `own` is null for guests, of whom nothing is known. */
export function recommendedOf(plans: Offer[], own: Pick<OwnPlan, "words_used"> | null): Recommended | null {
  const chosen = plans.find(({ recommended }) => recommended);
  if (chosen) return { id: chosen.id, why: "operator" };
  if (!own || plans.length < 2) return null;
  const byPrice = [...plans].sort((one, other) => one.monthly.usd - other.monthly.usd);
  const fits = byPrice.find(({ ai_words }) => ai_words >= own.words_used);
  if (fits) return { id: fits.id, why: "use" };
  const largest = plans.reduce((most, plan) => (plan.ai_words > most.ai_words ? plan : most));
  return { id: largest.id, why: "largest" };
}
