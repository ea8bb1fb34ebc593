import { Icon } from "@sitewright/ui/icon";
import { CURRENCY, money, type OwnPlan, type Period, type Plan } from "../../api/plans";
import { useTexts } from "../../i18n/use-texts";
import type { Recommended } from "./recommend";

type Props = { plans: Plan[]; period: Period; own: OwnPlan | null; recommended: Recommended | null };

const LIMITS = ["projects", "runs_per_day", "bulk_rows"] as const;

/** The plans side by side on a phone, where their cards are below one another. */
export function ComparedPlans({ plans, period, own, recommended }: Props) {
  const { t, number, language } = useTexts("plans");
  const currency = CURRENCY[language];
  const rows = [
    { key: period, cell: (plan: Plan) => money(language, plan[period][currency]) },
    { key: "words", cell: ({ ai_words }: Plan) => number(ai_words) },
    { key: "pages", cell: ({ pages }: Plan) => number(pages) },
    { key: "tools", cell: ({ tool_count }: Plan) => number(tool_count) },
    ...LIMITS.map((limit) => ({
      key: limit,
      cell: (plan: Plan) => {
        const most = plan[limit];
        return most === null ? t("plans.compare.any") : number(most);
      },
    })),
  ];
  return (
    <table className="plan-table">
      <caption>{t("plans.compare.title")}</caption>
      <thead>
        <tr>
          {plans.map(({ id, name }) => (
            <th key={id} scope="col" data-own={own?.plan.id === id || undefined}>
              <a href={`#plan-${id}`}>{name}</a>
              {recommended?.id === id && (
                <span className="plan-mark">
                  <Icon name="star" size={12} filled /> {t("plans.compare.recommended")}
                </span>
              )}
              {own?.plan.id === id && <span className="plan-mark">{t("plans.card.own")}</span>}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ key, cell }) => (
        <tbody key={key}>
          <tr>
            <th colSpan={plans.length} scope="rowgroup">
              {t(`plans.compare.${key}`)}
            </th>
          </tr>
          <tr>
            {plans.map((plan) => (
              <td key={plan.id} data-own={own?.plan.id === plan.id || undefined}>
                {cell(plan)}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}
