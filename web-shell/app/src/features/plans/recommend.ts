import type { OwnPlan, Plan } from "../../api/plans";

/**
 * The plan that the page recommends, and why: the operator's choice, or the cheapest that fits the words and pages of
 * 30 days and has room for the projects. It is never below the own plan.
 */
export type Recommended = { id: number; why: "operator" | "use" | "pages" | "projects" | "largest" };

type Offer = Pick<Plan, "id" | "ai_words" | "pages" | "projects" | "recommended"> & {
  monthly: { usd: number };
};

/** What the account uses, and the plan that it has. */
export type Use = Pick<OwnPlan, "words_used" | "pages_used"> & {
  plan: { id: number; monthly: { usd: number } };
  projects: number;
};

/** Whether a plan covers the use and the projects; where the own plan is used up, other plans have to give more. */
function demands(plans: Offer[], { words_used, pages_used, plan, projects }: Use) {
  const own = plans.find(({ id }) => id === plan.id);
  const words = own && words_used >= own.ai_words ? words_used + 1 : words_used;
  // Not every account checks pages: a plan without any is enough for the others.
  const pages = own && pages_used > 0 && pages_used >= own.pages ? pages_used + 1 : pages_used;
  const isFull = typeof own?.projects === "number" && projects >= own.projects;
  const places = isFull ? projects + 1 : projects;
  return {
    hasWords: (offer: Offer) => offer.ai_words >= words,
    hasPages: (offer: Offer) => offer.pages >= pages,
    hasPlaces: (offer: Offer) => offer.projects === null || offer.projects >= places,
  };
}

/** `use` is null for guests, of whom nothing is known. */
export function recommendedOf(plans: Offer[], use: Use | null): Recommended | null {
  const chosen = plans.find(({ recommended }) => recommended);
  if (!use) return chosen ? { id: chosen.id, why: "operator" } : null;
  const { hasWords, hasPages, hasPlaces } = demands(plans, use);
  const isBelow = ({ monthly }: Offer) => monthly.usd < use.plan.monthly.usd;
  const isEnough = (plan: Offer) => hasWords(plan) && hasPages(plan);
  const isFit = (plan: Offer) => isEnough(plan) && hasPlaces(plan);
  if (chosen && !isBelow(chosen) && isFit(chosen)) return { id: chosen.id, why: "operator" };
  if (plans.length < 2) return null;
  const byPrice = [...plans].sort((one, other) => one.monthly.usd - other.monthly.usd);
  const offers = byPrice.filter((plan) => !isBelow(plan));
  const fits = offers.find(isFit);
  // The own plan is enough, but not the cheapest that is.
  if (fits?.id === use.plan.id && fits !== byPrice.find(isFit)) return null;
  if (fits && fits === offers.find(hasWords)) return { id: fits.id, why: "use" };
  if (fits) return { id: fits.id, why: fits === offers.find(isEnough) ? "pages" : "projects" };
  const largest = plans.reduce((most, plan) => (plan.ai_words > most.ai_words ? plan : most));
  // The own plan is used up, or it is larger than those on offer: no advice.
  return largest.id === use.plan.id || isBelow(largest) ? null : { id: largest.id, why: "largest" };
}
