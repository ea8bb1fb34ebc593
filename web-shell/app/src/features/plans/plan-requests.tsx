import { Group, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import type { PlanRequest } from "../../api/plans";
import { useList } from "../../api/use-list";
import { notify } from "../../ui/notify";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { Line, TextButton } from "../../ui/texts";
import { useSubmit } from "../../ui/use-submit";
import { useStalePlans } from "./products";

/** Requests of users for plans; nothing if there are none. */
export function PlanRequests() {
  const { t } = useTranslation("products");
  const list = useList("/api/admin/plan-requests", {}, { name: "requests" });
  if (!list.data?.total) return null;
  return (
    <Section title={t("products.requests.title")} lead={t("products.requests.lead")}>
      <Rows list={list} none="" className="product-list">
        {(request) => <Row key={request.id} request={request} />}
      </Rows>
    </Section>
  );
}

function Row({ request }: { request: PlanRequest }) {
  const { t } = useTranslation("products");
  const { ago } = useFormats();
  const stale = useStalePlans();
  const { busy, submit } = useSubmit();
  const { name, email, plan, has, period } = request;
  const decide = (how: "accept" | "decline") =>
    submit(async () => {
      const path = { id: request.id };
      try {
        await unwrap(api.POST(`/api/admin/plan-requests/{id}/${how}` as const, { params: { path } }));
        notify.success(t(`products.requests.${how}_done`, { name }));
      } finally {
        // Another administrator may have decided before.
        await stale();
      }
    });
  return (
    <Group component="li" justify="space-between" gap="sm" py={8}>
      <div className="product-request">
        <Text fw={600}>{t(`products.requests.${period}`, { name, plan })}</Text>
        <Line of={[email, t("products.requests.has", { plan: has }), ago(request.created_at)]} />
      </div>
      <Group gap="xs">
        <TextButton
          label={t("products.requests.accept")}
          isMain
          loading={busy}
          onClick={() => decide("accept")}
          name={t("products.requests.acceptName", { name, plan })}
        />
        <TextButton
          label={t("products.requests.decline")}
          disabled={busy}
          onClick={() => decide("decline")}
          name={t("products.requests.declineName", { name, plan })}
        />
      </Group>
    </Group>
  );
}
