import {
  Alert,
  Badge,
  Card,
  Container,
  Group,
  List,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  CURRENCY,
  FREE,
  money,
  type OwnPlan,
  type Period,
  type Plan,
  useOwnPlan,
  usePlans,
  useRequest,
} from "../../api/plans";
import { userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { useSubmit } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Loading, PageTitle } from "../../ui/page";
import { Dim, Small, Strong, TextButton } from "../../ui/texts";
import "./plans.css";

type Props = {
  plan: Plan;
  period: Period;
  /** Null for guests. */
  own: OwnPlan | null;
  guest: boolean;
  busy: boolean;
  onChoose: () => void;
};

/** A free plan has no period, so it matches either. */
const isSame = (plan: Plan, period: Period, id: number, its: Period) =>
  plan.id === id && (plan.id === FREE || period === its);

/** The plans on offer, side by side; a signed-in user requests one from the administrators. */
export default function CheckoutPage() {
  const { t } = useTexts("plans");
  const { data: user } = useQuery(userQuery);
  const { data: plans } = usePlans();
  const knows = Boolean(user?.email_verified_at);
  const { data: own } = useOwnPlan(knows);
  const [period, setPeriod] = useState<Period>("monthly");
  const { ask } = useRequest();
  const { busy, submit } = useSubmit();
  const choose = (plan: Plan) =>
    submit(async () => {
      await ask({ product_id: plan.id, period });
      notify.success(t("plans.request.sent"));
    });
  const loading = !plans || (knows && !own);
  return (
    <Container size="xl" py="xl">
      <Stack gap="xl">
        <PageTitle>{t("plans.page.title")}</PageTitle>
        <Stack gap="xs" align="center" ta="center">
          <Title order={1}>{t("plans.page.title")}</Title>
          <Text c="dimmed" maw={560}>
            {t("plans.page.lead")}
          </Text>
          <SegmentedControl
            mt="sm"
            aria-label={t("plans.period.choose")}
            value={period}
            onChange={(value) => setPeriod(value as Period)}
            data={[
              { value: "monthly", label: t("plans.period.monthly") },
              { value: "annual", label: t("plans.period.annual") },
            ]}
          />
        </Stack>
        {own?.request && <Asked request={own.request} />}
        {loading ? (
          <Loading h={420} radius="lg" />
        ) : (
          <ul className="plan-grid">
            {plans.data.map((plan) => (
              <li key={plan.id}>
                <PlanCard
                  plan={plan}
                  period={period}
                  own={own ?? null}
                  guest={!user}
                  busy={busy}
                  onChoose={() => choose(plan)}
                />
              </li>
            ))}
          </ul>
        )}
        {own && !plans?.data.some(({ id }) => id === own.plan.id) && (
          <Text ta="center" c="dimmed">
            {t("plans.page.archived", { plan: own.plan.name })}
          </Text>
        )}
      </Stack>
    </Container>
  );
}

/** The pending request. */
function Asked({ request }: { request: NonNullable<OwnPlan["request"]> }) {
  const { t } = useTexts("plans");
  const { withdraw } = useRequest();
  const { press } = useSubmit();
  return (
    <Alert
      icon={<Icon name="clock" />}
      c="var(--mantine-color-text)"
      role="status"
      title={t("plans.request.title", { plan: request.plan })}
    >
      <Group justify="space-between" gap="sm">
        <Small>{t("plans.request.text")}</Small>
        <TextButton label={t("plans.request.withdraw")} size="xs" {...press(withdraw)} />
      </Group>
    </Alert>
  );
}

/** One plan: its price, its contents, and the button to request it. */
function PlanCard({ plan, period, own, guest, busy, onChoose }: Props) {
  const { t } = useTexts("plans");
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

function Choose({ plan, period, own, guest, busy, onChoose }: Props) {
  const { t, href } = useTexts("plans");
  const label = t("plans.card.chooseName", { plan: plan.name });
  if (guest) {
    const login = `${href("login")}?next=${encodeURIComponent(href("checkout"))}`;
    return <TextButton label={t("plans.card.choose")} isMain to={login} name={label} fullWidth />;
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
