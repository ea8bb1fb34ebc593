import { Badge, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCatalogue } from "../../api/catalogue";
import { api, unwrap } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useList } from "../../api/use-list";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { Rows } from "../../ui/list";
import { Section } from "../../ui/page";
import { ShownOnce } from "../../ui/shown-once";
import { Dim, Line, Small, TextButton } from "../../ui/texts";
import { type ApiKey, isOpen, SCOPES } from "./keys";
import { NewKeyForm } from "./new-key-form";
import { SettingsFrame } from "./settings-frame";

/** Placeholder for the user's key. */
const KEY = "sw_…";

/** The settings of a client of the Model Context Protocol. */
const settingsOf = (origin: string) =>
  JSON.stringify(
    {
      mcpServers: {
        sitewright: { type: "http", url: `${origin}/mcp`, headers: { Authorization: `Bearer ${KEY}` } },
      },
    },
    null,
    2,
  );

const curlOf = (origin: string) =>
  [
    `curl ${origin}/api/tools/facebook-post/runs`,
    `-H "Authorization: Bearer ${KEY}"`,
    '-H "Content-Type: application/json"',
    '-H "Prefer: wait=60"',
    `-d '{"input": {"topic": "tea", "language": "en"}}'`,
  ].join(" \\\n  ");

/** Keys for programs and agents: the list, a new key, and instructions. */
export default function KeysPage() {
  const { t } = useTexts("settings");
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const made = async (fresh: string) => {
    setMaking(false);
    setSecret(fresh);
    await queries.invalidateQueries(at("/api/keys"));
  };
  return (
    <SettingsFrame part="keys">
      <Section title={t("settings.keys.title")} lead={t("settings.keys.lead")}>
        <Group>
          <TextButton label={t("settings.keys.new")} isMain icon="add" onClick={() => setMaking(true)} />
        </Group>
        <Keys />
      </Section>
      <ConnectSection />
      {making && (
        <Dialog title={t("settings.keys.new")} onClose={() => setMaking(false)}>
          <NewKeyForm onMade={made} onCancel={() => setMaking(false)} />
        </Dialog>
      )}
      {secret && (
        <Dialog title={t("settings.keys.made")} isKept onClose={() => setSecret(null)}>
          <ShownOnce
            text={t("settings.keys.madeText")}
            label={t("settings.keys.secret")}
            value={secret}
            copy={t("settings.keys.copy")}
            copied={t("settings.keys.copied")}
            done={t("settings.keys.done")}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            onDone={() => setSecret(null)}
          />
        </Dialog>
      )}
    </SettingsFrame>
  );
}

function Keys() {
  const { t } = useTexts("settings");
  const list = useList("/api/keys", {});
  return (
    <Rows
      list={list}
      none={t("settings.keys.none")}
      className="sw-sessions"
      label={t("settings.keys.title")}
      size="sm"
    >
      {(key) => <KeyRow key={key.id} apiKey={key} />}
    </Rows>
  );
}

/** How to use a key from an agent and from a script. */
function ConnectSection() {
  const { t } = useTexts("settings");
  const { origin } = location;
  return (
    <Section title={t("settings.connect.title")} lead={t("settings.connect.lead")}>
      <Example
        title={t("settings.connect.address")}
        text={t("settings.connect.addressText")}
        code={`${origin}/mcp`}
      />
      <Example
        title={t("settings.connect.agent")}
        text={t("settings.connect.agentText")}
        code={settingsOf(origin)}
      />
      <Example
        title={t("settings.connect.script")}
        text={t("settings.connect.scriptText")}
        code={curlOf(origin)}
      />
    </Section>
  );
}

function Example({ title, text, code }: { title: string; text: string; code: string }) {
  const { t } = useTexts("settings");
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <TextButton
              label={t(copied ? "settings.keys.copied" : "settings.keys.copy")}
              size="compact-sm"
              onClick={copy}
              name={t("settings.connect.copyOf", { what: title })}
            />
          )}
        </CopyButton>
      </Group>
      <Dim>{text}</Dim>
      <Code block className="sw-example" tabIndex={0} role="region" aria-label={title}>
        {code}
      </Code>
    </Stack>
  );
}

/** A key: its scopes, its usage, and its expiry. */
function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const { t, date, ago } = useTexts("settings");
  const allows = key.scopes.map((scope) => SCOPES[scope]);
  const end = isOpen(key) ? "settings.keys.until" : "settings.keys.was";
  const facts = [
    key.last_used_at ? t("settings.keys.used", { when: ago(key.last_used_at) }) : t("settings.keys.unused"),
    !key.revoked_at && (key.expires_at ? t(end, { when: date(key.expires_at) }) : t("settings.keys.endless")),
  ];
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm">
      <div style={{ minWidth: 0, flex: "1 1 240px" }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {key.name}
          </Text>
          <Code>{key.prefix}…</Code>
          <State of={key} />
        </Group>
        <Small>{allows.map((name) => t(`settings.keys.scope.${name}`)).join(" · ")}</Small>
        <Reach of={key} />
        <Words of={key} />
        <Line of={facts} />
      </div>
      {!key.revoked_at && (
        <ConfirmButton
          label={t("settings.keys.revoke")}
          size="xs"
          name={t("settings.keys.revokeOf", { name: key.name })}
          title={t("settings.keys.sure", { name: key.name })}
          text={t("settings.keys.sureText")}
          cancel={t("settings.keys.cancel")}
          done={t("settings.keys.revokedNow")}
          changed={at("/api/keys")}
          act={() => unwrap(api.DELETE("/api/keys/{id}", { params: { path: { id: key.id } } }))}
        />
      )}
    </Group>
  );
}

function State({ of: key }: { of: ApiKey }) {
  const { t } = useTexts("settings");
  if (isOpen(key)) return null;
  return (
    <Badge variant="light" color="gray" c="var(--mantine-color-text)">
      {t(key.revoked_at ? "settings.keys.revoked" : "settings.keys.expired")}
    </Badge>
  );
}

/** The restrictions of a key; none are shown for an unrestricted key. */
function Reach({ of: { tools, project_id } }: { of: ApiKey }) {
  const { t } = useTexts("settings");
  const { data: catalogue } = useCatalogue({ ids: tools ?? [] });
  const projects = useProjects();
  const name = (id: string) => catalogue?.tools.find((tool) => tool.id === id)?.name ?? id;
  const project = projects?.projects.find(({ id }) => id === project_id)?.site.domain;
  return (
    <>
      {tools && (
        <Small style={{ overflowWrap: "anywhere" }}>
          {t("settings.keys.onlyTools", { tools: tools.map(name).join(", ") })}
        </Small>
      )}
      {project_id !== null && (
        <Small>{t("settings.keys.onlyProject", { project: project ?? project_id })}</Small>
      )}
    </>
  );
}

function Words({ of: { monthly_words, words_this_month, words } }: { of: ApiKey }) {
  const { t, number } = useTexts("settings");
  const month = { used: number(words_this_month), limit: number(monthly_words ?? 0), all: number(words) };
  return <Small>{t(monthly_words === null ? "settings.keys.words" : "settings.keys.wordsOf", month)}</Small>;
}
