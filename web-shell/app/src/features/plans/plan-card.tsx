import { Badge, Card, Group, List, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { CURRENCY, FREE, money, type OwnPlan, type Period, type Plan } from "../../api/plans";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { Dim, TextButton } from "../../ui/texts";

type Props = {
  plan: Plan;
  period: Period;
  /** Null for guests. */
  own: OwnPlan | null;
  guest: boolean;
  busy: boolean;
  onChoose: () => void;
};

/** What is free is not paid for a year, so it is the same plan either way. */
const isSame = (plan: Plan, period: Period, id: number, its: Period) =>
  plan.id === id && (plan.id === FREE || period === its);

/** One plan: what it costs, what it has, and the way to it. */
export function PlanCard({ plan, period, own, guest, busy, onChoose }: Props) {
  const { t } = useTranslation("plans");
  const isOwn = own?.plan.id === plan.id;
  return (
    <Card withBorder padding="lg" component="article" className="plan-card" data-own={isOwn || undefined}>
      <Group justify="space-between" gap="xs" mih={28}>
        <Title order={2} size="h3">
          {plan.name}
        </Title>
        {isOwn && <Badge>{t("plans.card.own")}</Badge>}
      </Group>
      <Dim mt={4} mih={42}>
        {plan.description}
      </Dim>
      <Price plan={plan} period={period} />
      <Choose plan={plan} period={period} own={own} guest={guest} busy={busy} onChoose={onChoose} />
      <Contents plan={plan} />
    </Card>
  );
}

function Price({ plan, period }: { plan: Plan; period: Period }) {
  const { t } = useTranslation("plans");
  const language = usePageLanguage();
  const currency = CURRENCY[language];
  const price = plan[period][currency];
  const saved = plan.monthly[currency] * 12 - plan.annual[currency];
  return (
    <div className="plan-price">
      <Text fz={34} lh={1.1} ff="var(--mantine-font-family-headings)">
        {money(language, price)}
      </Text>
      <Dim>{price === 0 ? t("plans.card.forever") : t(`plans.card.${period}`)}</Dim>
      {period === "annual" && saved > 0 && (
        <Text size="sm" fw={600}>
          {t("plans.card.saved", { amount: money(language, saved) })}
        </Text>
      )}
    </div>
  );
}

function Choose({ plan, period, own, guest, busy, onChoose }: Props) {
  const { t } = useTranslation("plans");
  const href = useHref();
  const label = t("plans.card.chooseName", { plan: plan.name });
  if (guest) {
    const login = `${href("login")}?next=${encodeURIComponent(href("checkout"))}`;
    return <TextButton label={t("plans.card.choose")} isMain to={login} name={label} fullWidth />;
  }
  if (own && isSame(plan, period, own.plan.id, own.period))
    return (
      <Text size="sm" fw={600} ta="center" py={8}>
        {t("plans.card.has")}
      </Text>
    );
  if (own?.request && isSame(plan, period, own.request.product_id, own.request.period))
    return (
      <Text size="sm" fw={600} ta="center" py={8}>
        {t("plans.card.asked")}
      </Text>
    );
  return (
    <TextButton
      label={t("plans.card.choose")}
      isMain
      name={label}
      fullWidth
      loading={busy}
      disabled={!own}
      onClick={onChoose}
    />
  );
}

function Contents({ plan }: { plan: Plan }) {
  const { t } = useTranslation("plans");
  const { number } = useFormats();
  const limit = (name: "projects" | "runs_per_day" | "bulk_rows") => {
    const max = plan[name];
    return max === null
      ? t(`plans.has.${name}_any`)
      : t(`plans.has.${name}`, { count: max, max: number(max) });
  };
  return (
    <>
      <List mt="lg" spacing={6} size="sm" listStyleType="none" icon={<Icon name="check" size={16} />}>
        <List.Item>{t("plans.has.words", { count: plan.ai_words, words: number(plan.ai_words) })}</List.Item>
        <List.Item>
          {plan.all_tools
            ? t("plans.has.allTools", { count: plan.tool_count })
            : t("plans.has.tools", { count: plan.tool_count })}
        </List.Item>
        <List.Item>{limit("projects")}</List.Item>
        <List.Item>{limit("runs_per_day")}</List.Item>
        <List.Item>{limit("bulk_rows")}</List.Item>
      </List>
      {!plan.all_tools && (
        <details className="plan-tools">
          <summary>{t("plans.has.which")}</summary>
          <Text size="sm" mt={4}>
            {plan.tools.map(({ name }) => name).join(", ")}
          </Text>
        </details>
      )}
    </>
  );
}
