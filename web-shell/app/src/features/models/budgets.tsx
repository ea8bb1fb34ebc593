import { Progress, Text } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { api, unwrap } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { Section } from "../../ui/page";
import { dollars, type Overview } from "./models";

type Budgets = Overview["budgets"];

/** The key of the budget of all plans together. */
const ALL = "all";

/** What the models may cost in a month: in all plans together, and in each. */
export function BudgetSection({ budgets }: { budgets: Budgets }) {
  const { t } = useTexts("models");
  const { monthly_usd, plans } = budgets;
  const form = useActionForm<Record<string, number | null>>({
    [ALL]: monthly_usd,
    ...Object.fromEntries(plans.map((plan) => [plan.plan_id, plan.monthly_usd])),
  });
  const limitOf = (key: string | number) => form.values[key] ?? null;
  const limited = plans.flatMap(({ plan_id }) => {
    const monthly_usd = limitOf(plan_id);
    return monthly_usd === null ? [] : [{ plan_id, monthly_usd }];
  });
  const save = () => {
    const body = { monthly_usd: limitOf(ALL), plans: limited };
    return unwrap(api.PUT("/api/admin/models/budgets", { body }));
  };
  const field = (key: string | number, name: string) => ({
    name,
    value: limitOf(key),
    error: form.errors[name],
    onChange: (next: number | null) => form.set({ [key]: next }),
  });
  return (
    <Section title={t("models.budget.title")} lead={t("models.budget.lead")}>
      <Form of={form} onSubmit={() => form.act(save, t("models.budget.saved"))} go={t("models.budget.save")}>
        <Limit label={t("models.budget.all")} of={budgets} {...field(ALL, "monthly_usd")} />
        {plans.map((plan) => {
          // The server names errors by the place in the list that is sent.
          const place = limited.findIndex(({ plan_id }) => plan_id === plan.plan_id);
          return (
            <Limit
              key={plan.plan_id}
              label={t("models.budget.plan", { plan: plan.name })}
              of={plan}
              {...field(plan.plan_id, ["plans", place, "monthly_usd"].join("."))}
            />
          );
        })}
      </Form>
    </Section>
  );
}

type LimitProps = {
  label: string;
  of: { monthly_usd: number | null; spent_usd: number };
  name: string;
  value: number | null;
  error: string | undefined;
  onChange: (next: number | null) => void;
};

function Limit({ label, of, ...input }: LimitProps) {
  const { t, language } = useTexts("models");
  const money = dollars(language);
  const { monthly_usd: limit, spent_usd } = of;
  const spent = money(spent_usd);
  return (
    <div>
      <NumberField
        {...input}
        label={label}
        description={
          limit === null
            ? t("models.budget.spent", { spent })
            : t("models.budget.used", { spent, limit: money(limit) })
        }
        placeholder={t("models.budget.none")}
        least={0}
        decimals={2}
        rightSection={<Text aria-hidden>$</Text>}
        rightSectionPointerEvents="none"
      />
      {limit !== null && (
        <Progress
          mt={6}
          value={limit > 0 ? Math.min(100, (spent_usd / limit) * 100) : 100}
          color={spent_usd >= limit ? "red" : undefined}
          aria-label={label}
        />
      )}
    </div>
  );
}
