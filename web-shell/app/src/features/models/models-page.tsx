import { Anchor, Code, Group, Stack, Text } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { api, unwrap, useApi, withId } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { DialogButton } from "../../ui/dialog";
import { Loading, PageHead, Section } from "../../ui/page";
import { Dim, Line, Small, TextButton } from "../../ui/texts";
import { ToCome } from "../../ui/to-come";
import { BudgetSection } from "./budgets";
import { AddConnection, OneConnection } from "./connection";
import { focusLater, overviewQuery, type Test, type Tests, toTest } from "./models";
import { RoleSection, ToolSection } from "./roles";
import { UsageReport } from "./usage-report";
import "./models.css";

/** The language models: connections, roles, budgets, usage, and the first steps without a model. */
export default function ModelsPage() {
  const { t } = useTexts("models");
  const queries = useQueryClient();
  const { data } = useApi("/api/admin/models", {});
  const [tests, setTests] = useState<Tests>({});
  const test: Test = async (id) => {
    setTests((all) => ({ ...all, [id]: "running" }));
    const result = await unwrap(api.POST("/api/admin/models/{id}/test", withId(id))).catch(() => undefined);
    setTests(({ [id]: _, ...all }) => (result ? { ...all, [id]: result } : all));
    // A test costs something.
    await queries.invalidateQueries(under("/api/admin/models"));
  };
  /** Tests a new connection at once. */
  const testNew = async (connection: string) => {
    const overview = await queries.fetchQuery({ ...overviewQuery, staleTime: 0 });
    const id = toTest(overview, connection);
    if (id) await test(id);
  };
  const add = data && (
    <DialogButton label={t("models.connection.add")} icon="add" isMain>
      {(close) => <AddConnection overview={data} test={test} onClose={close} />}
    </DialogButton>
  );
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageHead title={t("models.page.title")} lead={t("models.page.lead")} />
      {!data && <Loading h={240} radius="lg" />}
      {data && <First isEmpty={data.connections.length === 0}>{add}</First>}
      <Local onConnected={testNew} />
      {data?.connections.map((connection) => (
        <OneConnection
          key={connection.id}
          connection={connection}
          overview={data}
          tests={tests}
          test={test}
        />
      ))}
      {data && data.connections.length > 0 && (
        <>
          <RoleSection overview={data} />
          <ToolSection overview={data} />
          <BudgetSection budgets={data.budgets} />
        </>
      )}
      <UsageReport />
      <Recommended />
    </Stack>
  );
}

/** The main action; before the first connection with the way from a server to a text. */
function First({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const { t } = useTexts("models");
  if (!isEmpty) return <Group>{children}</Group>;
  const station = (name: string, icon: IconName) => ({
    icon,
    name: t(`models.way.${name}`),
    text: t(`models.way.${name}Text`),
  });
  return (
    <ToCome
      title={t("models.empty.title")}
      text={t("models.empty.text")}
      stations={[
        { ...station("connection", "plug"), isHere: true },
        station("roles", "switches"),
        station("texts", "spark"),
        station("usage", "chart"),
      ]}
    >
      {children}
    </ToCome>
  );
}

/** Servers on this machine. */
function Local({ onConnected }: { onConnected: (connection: string) => Promise<void> }) {
  const { t } = useTexts("models");
  const { data } = useApi("/api/admin/models/detected", {});
  const { busy, act, dialog } = useAction();
  const search = useAction();
  const again = useId();
  const connect = async (id: string) => {
    const made = await unwrap(api.POST("/api/admin/models/detected/{id}", withId(id)));
    void onConnected(made.id);
  };
  const servers = data?.servers.filter(({ connected }) => !connected) ?? [];
  return (
    <Section title={t("models.local.title")} lead={t("models.local.lead")}>
      <Stack gap="xs" aria-live="polite">
        {servers.map(({ id, name, url, models }) => (
          <Group key={id} justify="space-between" gap="xs">
            <div>
              <Text>{t("models.local.found", { name, count: models.length })}</Text>
              <Dim>{url}</Dim>
            </div>
            <TextButton
              label={t("models.local.connect")}
              name={t("models.local.connectOf", { name })}
              isMain
              loading={busy}
              onClick={async () => {
                await act(() => connect(id), t("models.connection.done"));
                // The button is gone.
                focusLater(again);
              }}
            />
          </Group>
        ))}
        {data?.at && servers.length === 0 && (
          <Dim>{t(data.servers.length > 0 ? "models.local.allConnected" : "models.local.none")}</Dim>
        )}
      </Stack>
      <Group>
        <TextButton
          id={again}
          label={t("models.local.again")}
          icon="again"
          {...search.press(() => unwrap(api.POST("/api/admin/models/detected")), t("models.local.searched"))}
        />
      </Group>
      {dialog}
      {search.dialog}
    </Section>
  );
}

/** Local models that write well, with the command that downloads them. */
function Recommended() {
  const { t, date, number } = useTexts("models");
  const { data } = useApi("/api/admin/models/recommended", {});
  if (!data) return <Loading h={160} radius="lg" />;
  return (
    <Section
      title={t("models.recommended.title")}
      lead={`${t("models.recommended.date", { date: date(data.date) })} ${data.source}`}
    >
      <ul className="models-list" aria-label={t("models.recommended.title")}>
        {data.models.map(({ name, note, memory_gb, license, ollama, hugging_face }) => (
          <li key={name}>
            <Text fw={600}>{name}</Text>
            <Line of={[t("models.recommended.memory", { gb: number(memory_gb) }), license]} />
            <Dim>{note}</Dim>
            {!ollama && <Small mt={4}>{t("models.recommended.import")}</Small>}
            {ollama && (
              <Group gap="xs" mt={4}>
                <Code style={{ overflowWrap: "anywhere" }}>{`ollama pull ${ollama}`}</Code>
                <CopyButton
                  value={`ollama pull ${ollama}`}
                  label={t("models.recommended.copy")}
                  name={t("models.recommended.copyOf", { name })}
                  copied={t("models.recommended.copied")}
                  size="compact-xs"
                />
              </Group>
            )}
            <Anchor href={`https://huggingface.co/${hugging_face}`} size="sm" underline="always">
              {t("models.recommended.page", { name })}
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  );
}
