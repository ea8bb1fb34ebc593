import { Checkbox, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, unwrap, withId } from "../../api/client";
import { useList } from "../../api/use-list";
import { ActionDialog, ConfirmButton, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Rows } from "../../ui/list";
import { Section } from "../../ui/page";
import { ShownOnce } from "../../ui/shown-once";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextButton } from "../../ui/texts";
import { SettingsFrame } from "./settings-frame";
import { WebhookLog } from "./webhook-log";
import { ALL, eventName, eventNames, type Webhook, type WebhookEvent } from "./webhooks";

/** The addresses that are called when something changes. */
export default function WebhooksPage() {
  const { t } = useTexts("webhooks");
  const list = useList("/api/webhooks", {});
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SettingsFrame part="webhooks">
      <Section title={t("webhooks.list.title")} lead={t("webhooks.list.lead")}>
        <Group>
          <TextButton label={t("webhooks.list.add")} isMain icon="add" onClick={() => setAdding(true)} />
        </Group>
        <Rows
          list={list}
          none={t("webhooks.list.none")}
          className="sw-sessions"
          label={t("webhooks.list.title")}
          size="sm"
        >
          {(webhook) => <OneWebhook key={webhook.id} webhook={webhook} />}
        </Rows>
      </Section>
      {isAdding && <AddWebhook onMade={setSecret} onClose={() => setAdding(false)} />}
      {secret && (
        <Dialog title={t("webhooks.add.made")} isKept onClose={() => setSecret(null)}>
          <ShownOnce
            text={t("webhooks.add.madeText")}
            label={t("webhooks.add.secret")}
            value={secret}
            copy={t("webhooks.add.copy")}
            copied={t("webhooks.add.copied")}
            done={t("webhooks.add.done")}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            onDone={() => setSecret(null)}
          />
        </Dialog>
      )}
    </SettingsFrame>
  );
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTexts("webhooks");
  const { id, url, events, enabled } = webhook;
  const { press } = useAction();
  const test = () => unwrap(api.POST("/api/webhooks/{id}/test", withId(id)));
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm">
      <div style={{ minWidth: 0, flex: "1 1 240px", overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>{url}</Text>
          {!enabled && <StateBadge mark="warn">{t("webhooks.list.off")}</StateBadge>}
        </Group>
        <Line of={events.map(eventName).map((name) => t(`webhooks.event.${name}`))} />
      </div>
      <Group gap="xs">
        <DialogButton label={t("webhooks.log.go")} size="xs" name={t("webhooks.log.goOf", { url })}>
          {(close) => <WebhookLog webhook={webhook} onClose={close} />}
        </DialogButton>
        {enabled && (
          <TextButton
            label={t("webhooks.test.go")}
            size="xs"
            name={t("webhooks.test.goOf", { url })}
            {...press(test, t("webhooks.test.sent"), ALL)}
          />
        )}
        <DialogButton label={t("webhooks.edit.go")} size="xs" name={t("webhooks.edit.goOf", { url })}>
          {(close) => <EditWebhook webhook={webhook} onClose={close} />}
        </DialogButton>
        <ConfirmButton
          label={t("webhooks.delete.go")}
          size="xs"
          name={t("webhooks.delete.goOf", { url })}
          title={t("webhooks.delete.title")}
          text={t("webhooks.delete.text", { url })}
          go={t("webhooks.delete.sure")}
          done={t("webhooks.delete.done")}
          changed={ALL}
          act={() => unwrap(api.DELETE("/api/webhooks/{id}", withId(id)))}
        />
      </Group>
    </Group>
  );
}

type AddProps = { onMade: (secret: string) => void; onClose: () => void };

function AddWebhook({ onMade, onClose }: AddProps) {
  const { t } = useTexts("webhooks");
  const form = useActionForm({ url: "", events: eventNames });
  const add = async () => {
    const { secret } = await unwrap(api.POST("/api/webhooks", { body: form.values }));
    onMade(secret);
  };
  return (
    <ActionDialog
      title={t("webhooks.list.add")}
      onClose={onClose}
      {...form.does(add, undefined, ALL)}
      go={t("webhooks.add.go")}
    >
      <TextInput
        data-autofocus
        type="url"
        autoComplete="off"
        description={t("webhooks.add.urlHint")}
        {...form.needs("url", t("webhooks.add.url"))}
      />
      <Events
        chosen={form.values.events}
        error={form.errors.events}
        onChange={(events) => form.set({ events })}
      />
    </ActionDialog>
  );
}

function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTexts("webhooks");
  const { events, enabled } = webhook;
  const form = useActionForm({ events, enabled });
  const save = () => unwrap(api.PATCH("/api/webhooks/{id}", { ...withId(webhook.id), body: form.values }));
  return (
    <ActionDialog
      title={t("webhooks.edit.title")}
      onClose={onClose}
      {...form.does(save, t("webhooks.edit.saved"), ALL)}
      go={t("webhooks.edit.save")}
    >
      <Text style={{ overflowWrap: "anywhere" }}>{webhook.url}</Text>
      <Switch label={t("webhooks.edit.enabled")} {...form.field("enabled", undefined, "checkbox")} />
      <Events
        chosen={form.values.events}
        error={form.errors.events}
        onChange={(events) => form.set({ events })}
      />
    </ActionDialog>
  );
}

type EventsProps = {
  chosen: WebhookEvent[];
  error: string | undefined;
  onChange: (events: WebhookEvent[]) => void;
};

function Events({ chosen, error, onChange }: EventsProps) {
  const { t } = useTexts("webhooks");
  return (
    <Checkbox.Group
      label={t("webhooks.add.events")}
      value={chosen}
      error={error}
      onChange={(names) => onChange(eventNames.filter((event) => names.includes(event)))}
    >
      <Stack gap={6} mt={6} mb={error ? 6 : 0}>
        {eventNames.map((event, place) => (
          <Checkbox
            key={event}
            value={event}
            data-field={place === 0 ? "events" : undefined}
            label={t(`webhooks.event.${eventName(event)}`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
