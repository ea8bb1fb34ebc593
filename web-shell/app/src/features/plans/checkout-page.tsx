import { Alert, Container, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { type OwnPlan, type Period, type Plan, useOwnPlan, usePlans, useRequest } from "../../api/plans";
import { useProjects } from "../../api/projects";
import { userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { useSubmit } from "../../ui/form";
import { Loading, PageTitle } from "../../ui/page";
import { Small, Strong, TextButton } from "../../ui/texts";
import { ComparedPlans } from "./compared-plans";
import { PlanCard } from "./plan-card";
import { recommendedOf } from "./recommend";
import { termsOf } from "./terms";
import "./plans.css";

// Guests compare plans, and request none.
const AskedFirst = lazy(() => import("./asked-first"));

/** The plans on offer, side by side; a signed-in user requests one from the administrators. */
export default function CheckoutPage() {
  const { t } = useTexts("plans");
  const { data: user } = useQuery(userQuery);
  const { data: plans } = usePlans();
  const knows = Boolean(user?.email_verified_at);
  const { data: own } = useOwnPlan(knows);
  const [search] = useSearchParams();
  const [period, setPeriod] = useState<Period>(search.get("period") === "annual" ? "annual" : "monthly");
  const [pressed, setChosen] = useState<Plan | null>();
  const projects = useProjects()?.projects;
  // A plan that was chosen on the public site waits for a confirmation, until it is confirmed or put aside.
  const named = plans?.data.find(({ id }) => String(id) === search.get("plan"));
  const awaits = own && !own.request && named && named.id !== own.plan.id ? named : null;
  const chosen = pressed === undefined ? awaits : pressed;
  const loading = !plans || (knows && !(own && projects));
  const recommended = recommendedOf(
    plans?.data ?? [],
    own && projects ? { ...own, projects: projects.length } : null,
  );
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
        {own?.request && <Asked request={own.request} plans={plans?.data ?? []} />}
        {loading ? (
          <Loading h={420} radius="lg" />
        ) : (
          <>
            <ComparedPlans plans={plans.data} period={period} own={own ?? null} recommended={recommended} />
            <ul className="plan-grid">
              {plans.data.map((plan) => (
                <li key={plan.id} id={`plan-${plan.id}`}>
                  <PlanCard
                    plan={plan}
                    period={period}
                    own={own ?? null}
                    recommended={recommended}
                    projects={projects?.length ?? 0}
                    guest={!user}
                    onChoose={() => setChosen(plan)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {own && !plans?.data.some(({ id }) => id === own.plan.id) && (
          <Text ta="center" c="dimmed">
            {t("plans.page.archived", { plan: own.plan.name })}
          </Text>
        )}
      </Stack>
      {chosen && (
        <Suspense>
          <AskedFirst plan={chosen} period={period} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Container>
  );
}

type AskedProps = { request: NonNullable<OwnPlan["request"]>; plans: Plan[] };

/** The pending request. A plan that is no longer on offer has no price. */
function Asked({ request, plans }: AskedProps) {
  const { t, language } = useTexts("plans");
  const plan = plans.find(({ id }) => id === request.product_id);
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
        <div>
          {plan && <Strong>{termsOf(t, language, plan, request.period)}</Strong>}
          <Small>{t("plans.request.text")}</Small>
        </div>
        <TextButton label={t("plans.request.withdraw")} size="xs" {...press(withdraw)} />
      </Group>
    </Alert>
  );
}
