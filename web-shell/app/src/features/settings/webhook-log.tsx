import { Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, unwrap, useApi } from "../../api/client";
import { PER_PAGE } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { Rows } from "../../ui/list";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { Line, TextButton, Wrong } from "../../ui/texts";
import { ALL, type Delivery, eventName, type Webhook } from "./webhooks";

const MARKS: Record<Delivery["state"], Mark> = { waiting: "warn", delivered: "good", failed: "bad" };

type Props = { webhook: Webhook; onClose: () => void };

/** What was sent to a webhook, and what its server responded. */
export function WebhookLog({ webhook, onClose }: Props) {
  const { t } = useTexts("webhooks");
  const [page, setPage] = useState(1);
  const { data } = useApi(
    "/api/webhooks/{id}/deliveries",
    { path: { id: webhook.id }, query: { page, per_page: PER_PAGE } },
    { staleTime: 0, throwOnError: false },
  );
  const pager = { page, per: PER_PAGE, total: data?.total ?? 0, onPage: setPage };
  return (
    <Dialog title={t("webhooks.log.title")} isWide onClose={onClose}>
      <Text c="dimmed" size="sm" mb="sm" style={{ overflowWrap: "anywhere" }}>
        {webhook.url}
      </Text>
      <Rows
        list={{ data, pager }}
        none={t("webhooks.log.none")}
        className="sw-sessions"
        label={t("webhooks.log.title")}
        size="sm"
      >
        {(delivery) => <OneDelivery key={delivery.id} webhook={webhook} delivery={delivery} />}
      </Rows>
    </Dialog>
  );
}

function OneDelivery({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { t, dateTime } = useTexts("webhooks");
  const { press } = useAction();
  const { id, event, state, attempts, status, problem, created_at, body } = delivery;
  const path = { id: webhook.id, delivery: id };
  const send = () => unwrap(api.POST("/api/webhooks/{id}/deliveries/{delivery}/send", { params: { path } }));
  const kind = eventName(event);
  const name = t(`webhooks.event.${kind}`);
  const when = dateTime(created_at);
  return (
    <li>
      <Stack gap={4}>
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StateBadge mark={MARKS[state]}>{t(`webhooks.state.${state}`)}</StateBadge>
          </Group>
          {webhook.enabled && state !== "waiting" && (
            <TextButton
              label={t("webhooks.log.again")}
              size="xs"
              name={t("webhooks.log.againOf", { event: name, when })}
              {...press(send, undefined, ALL)}
            />
          )}
        </Group>
        <Line of={[when, attempts > 0 && t("webhooks.log.attempts", { count: attempts }), status]} />
        {problem && <Wrong>{problem}</Wrong>}
        <details>
          <summary>{t("webhooks.log.body")}</summary>
          <Code block className="sw-example" tabIndex={0} role="region" aria-label={t("webhooks.log.body")}>
            {body}
          </Code>
        </details>
      </Stack>
    </li>
  );
}
