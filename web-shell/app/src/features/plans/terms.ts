import { CURRENCY, money, type Period, type Plan } from "../../api/plans";
import type { useTexts } from "../../i18n/use-texts";

type Texts = ReturnType<typeof useTexts>;

/** The period of a plan and its price, in a line. */
export function termsOf(t: Texts["t"], language: Texts["language"], plan: Plan, period: Period): string {
  const price = plan[period][CURRENCY[language]];
  if (price === 0) return t("plans.terms.free");
  return t(`plans.terms.${period}`, { price: money(language, price) });
}
