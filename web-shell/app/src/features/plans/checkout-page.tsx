import { Alert, Container, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type OwnPlan, type Period, type Plan, useOwnPlan, usePlans, useRequest } from "../../api/plans";
import { userQuery } from "../../api/session";
import { Loading } from "../../ui/loading";
import { notify } from "../../ui/notify";
import { PageTitle } from "../../ui/page-title";
import { TextButton } from "../../ui/texts";
import { useSubmit } from "../../ui/use-submit";
import { PlanCard } from "./plan-card";
import "./plans.css";

/** The plans on offer, side by side; a signed-in user requests one from the administrators. */
export default function CheckoutPage() {
  const { t } = useTranslation("plans");
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

/** What was asked for and is not decided yet. */
function Asked({ request }: { request: NonNullable<OwnPlan["request"]> }) {
  const { t } = useTranslation("plans");
  const { withdraw } = useRequest();
  const { busy, submit } = useSubmit();
  return (
    <Alert
      icon={<Icon name="clock" />}
      c="var(--mantine-color-text)"
      role="status"
      title={t("plans.request.title", { plan: request.plan })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("plans.request.text")}</Text>
        <TextButton
          label={t("plans.request.withdraw")}
          size="xs"
          loading={busy}
          onClick={() => submit(withdraw)}
        />
      </Group>
    </Alert>
  );
}
