import { Button, Group, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import type { PlanRequest } from "../../api/plans";
import { useList } from "../../api/use-list";
import { usePageLanguage } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";
import { Pager } from "../../ui/pager";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { useStalePlans } from "./products";

/** What people ask for; nothing at all while nobody does. */
export function PlanRequests() {
  const { t } = useTranslation("products");
  const { data, pager } = useList("/api/admin/plan-requests", {}, { name: "requests" });
  if (!data || data.total === 0) return null;
  return (
    <Section title={t("products.requests.title")} lead={t("products.requests.lead")}>
      <ul className="product-list">
        {data.data.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
      <Pager {...pager} />
    </Section>
  );
}

function Row({ request }: { request: PlanRequest }) {
  const { t } = useTranslation("products");
  const { ago } = formatsFor(usePageLanguage());
  const stale = useStalePlans();
  const { busy, submit } = useFormProblem();
  const { name, email, plan, has, period } = request;
  const decide = (how: "accept" | "decline") =>
    submit(async () => {
      const path = { id: request.id };
      try {
        await unwrap(api.POST(`/api/admin/plan-requests/{id}/${how}` as const, { params: { path } }));
        notify.success(t(`products.requests.${how}_done`, { name }));
      } finally {
        // Where somebody else was quicker, the list says so.
        await stale();
      }
    });
  return (
    <Group component="li" justify="space-between" gap="sm" py={8}>
      <div className="product-request">
        <Text fw={600}>{t(`products.requests.${period}`, { name, plan })}</Text>
        <Text size="sm" c="dimmed">
          {[email, t("products.requests.has", { plan: has }), ago(request.created_at)].join(" · ")}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="sm"
          loading={busy}
          onClick={() => decide("accept")}
          aria-label={t("products.requests.acceptName", { name, plan })}
        >
          {t("products.requests.accept")}
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          onClick={() => decide("decline")}
          aria-label={t("products.requests.declineName", { name, plan })}
        >
          {t("products.requests.decline")}
        </Button>
      </Group>
    </Group>
  );
}
