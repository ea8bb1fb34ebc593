import { Badge, Card, Group, List, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { CURRENCY, FREE, money, type OwnPlan, type Period, type Plan } from "../../api/plans";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Small, Strong, TextButton } from "../../ui/texts";
import type { Recommended } from "./recommend";

type Props = {
  plan: Plan;
  period: Period;
  /** Null for guests. */
  own: OwnPlan | null;
  recommended: Recommended | null;
  guest: boolean;
  onChoose: () => void;
};

/** A free plan has no period, so it matches either. */
const isSame = (plan: Plan, period: Period, id: number, its: Period) =>
  plan.id === id && (plan.id === FREE || period === its);

type CardProps = Props & { projects: number };

/** One plan: its price, its contents, and the button to request it. */
export function PlanCard({ plan, period, own, recommended, projects, guest, onChoose }: CardProps) {
  const { t } = useTexts("plans");
  const isOwn = own?.plan.id === plan.id;
  const isRecommended = recommended?.id === plan.id;
  return (
    <Card
      withBorder
      padding="lg"
      component="article"
      className="plan-card"
      data-own={isOwn || undefined}
      data-recommended={isRecommended || undefined}
    >
      <Group justify="space-between" gap="xs" mih={28}>
        <Title order={2} size="h3">
          {plan.name}
        </Title>
        <Group gap={6}>
          {isRecommended && (
            <Badge variant="light" tt="none" leftSection={<Icon name="star" size={12} />}>
              {t("plans.card.recommended")}
            </Badge>
          )}
          {isOwn && <Badge tt="none">{t("plans.card.own")}</Badge>}
        </Group>
      </Group>
      <Why recommended={isRecommended ? recommended : null} own={own} projects={projects} />
      <Dim mt={4} mih={42}>
        {plan.description}
      </Dim>
      <Price plan={plan} period={period} />
      <Choose
        plan={plan}
        period={period}
        own={own}
        recommended={recommended}
        guest={guest}
        onChoose={onChoose}
      />
      <Contents plan={plan} />
    </Card>
  );
}

type WhyProps = { recommended: Recommended | null; own: OwnPlan | null; projects: number };

/** In a few words, why a plan is recommended. Every card has the line, so that prices are in one row. */
function Why({ recommended, own, projects }: WhyProps) {
  const { t, number } = useTexts("plans");
  const words = own?.words_used ?? 0;
  const pages = own?.pages_used ?? 0;
  const reason = recommended?.why === "use" && words === 0 ? "unused" : recommended?.why;
  const count = reason === "projects" ? projects : reason === "pages" ? pages : words;
  const values = { count, words: number(words), pages: number(pages), projects: number(projects) };
  const why = reason && t(`plans.why.${reason}`, values);
  return <p className="plan-why">{why}</p>;
}

function Price({ plan, period }: { plan: Plan; period: Period }) {
  const { t, language } = useTexts("plans");
  const currency = CURRENCY[language];
  const price = plan[period][currency];
  const saved = plan.monthly[currency] * 12 - plan.annual[currency];
  return (
    <div className="plan-price">
      <Text fz={34} lh={1.1} ff="var(--sw-serif)">
        {money(language, price)}
      </Text>
      <Dim>{price === 0 ? t("plans.card.forever") : t(`plans.card.${period}`)}</Dim>
      {period === "annual" && saved > 0 && (
        <Strong>{t("plans.card.saved", { amount: money(language, saved) })}</Strong>
      )}
    </div>
  );
}

function Choose({ plan, period, own, recommended, guest, onChoose }: Props) {
  const { t, href } = useTexts("plans");
  // An account without advice has a plan that is enough.
  const isMain = recommended ? recommended.id === plan.id : guest;
  const label = t("plans.card.chooseName", { plan: plan.name });
  if (guest) {
    const login = `${href("login")}?next=${encodeURIComponent(href("checkout"))}`;
    return <TextButton label={t("plans.card.choose")} isMain={isMain} to={login} name={label} fullWidth />;
  }
  if (own && isSame(plan, period, own.plan.id, own.period))
    return (
      <Strong ta="center" py={8}>
        {t("plans.card.has")}
      </Strong>
    );
  if (own?.request && isSame(plan, period, own.request.product_id, own.request.period))
    return (
      <Strong ta="center" py={8}>
        {t("plans.card.asked")}
      </Strong>
    );
  return (
    <TextButton
      label={t("plans.card.choose")}
      isMain={isMain}
      name={label}
      fullWidth
      disabled={!own}
      onClick={onChoose}
    />
  );
}

function Contents({ plan }: { plan: Plan }) {
  const { t, number } = useTexts("plans");
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
        <List.Item>{t("plans.has.pages", { count: plan.pages, pages: number(plan.pages) })}</List.Item>
        <List.Item>
          {plan.all_tools
            ? t("plans.has.allTools", { count: plan.tool_count })
            : t("plans.has.tools", { count: plan.tool_count })}
        </List.Item>
        <List.Item>{limit("projects")}</List.Item>
        <List.Item>{limit("runs_per_day")}</List.Item>
        <List.Item>{limit("bulk_rows")}</List.Item>
        {plan.own_model && <List.Item>{t("plans.has.ownModel")}</List.Item>}
      </List>
      {!plan.all_tools && (
        <details className="plan-tools">
          <summary>{t("plans.has.which")}</summary>
          <Small mt={4}>{plan.tools.map(({ name }) => name).join(", ")}</Small>
        </details>
      )}
    </>
  );
}
