import {
  Autocomplete,
  Code,
  Group,
  NumberInput,
  Progress,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, quietly, unwrap, useApi } from "../../api/client";
import { ActionDialog, ConfirmDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { DialogButton } from "../../ui/dialog";
import { Form, PasswordField } from "../../ui/form";
import { EmptyState, Loading, PageHead, Section } from "../../ui/page";
import { Dim, Line, TextButton } from "../../ui/texts";
import { useSeparators } from "../../ui/use-separators";
import {
  ADDRESSES,
  atField,
  type Connection,
  KINDS,
  type Kind,
  type LanguageModel,
  type ModelTest,
  moved,
  type Overview,
  overviewQuery,
  type Role,
  toTest,
} from "./models";

type Tests = Record<string, ModelTest | "running">;
type Test = (id: string) => Promise<void>;

/** The language models: connections, roles, and the first steps without a model. */
export default function ModelsPage() {
  const { t } = useTexts("models");
  const queries = useQueryClient();
  const { data } = useApi("/api/admin/models", {});
  const [tests, setTests] = useState<Tests>({});
  const test: Test = async (id) => {
    setTests((all) => ({ ...all, [id]: "running" }));
    const params = { path: { id } };
    const result = await unwrap(api.POST("/api/admin/models/{id}/test", { params })).catch(() => undefined);
    setTests(({ [id]: _, ...all }) => (result ? { ...all, [id]: result } : all));
  };
  /** Tests a new connection at once. */
  const testNew = async (connection: string) => {
    const overview = await queries.fetchQuery({ ...overviewQuery, staleTime: 0 });
    const id = toTest(overview, connection);
    if (id) await test(id);
  };
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageHead title={t("models.page.title")} lead={t("models.page.lead")} />
      {!data && <Loading h={240} radius="lg" />}
      {data?.connections.length === 0 && (
        <EmptyState icon="spark" title={t("models.empty.title")} text={t("models.empty.text")} />
      )}
      <Local onConnected={testNew} />
      <Group>
        <DialogButton label={t("models.connection.add")} icon="add" isMain>
          {(close) => <AddConnection onClose={close} />}
        </DialogButton>
      </Group>
      {data?.connections.map((connection) => (
        <OneConnection key={connection.id} connection={connection} tests={tests} test={test} />
      ))}
      {data && data.connections.length > 0 && <Roles overview={data} />}
      {data && data.connections.length > 0 && <Budget budgets={data.budgets} />}
      <Recommended />
    </Stack>
  );
}

/** Servers on this machine. */
function Local({ onConnected }: { onConnected: (connection: string) => Promise<void> }) {
  const { t } = useTexts("models");
  const { data } = useApi("/api/admin/models/detected", {});
  const { busy, act, dialog } = useAction();
  const connect = async (id: string) => {
    const made = await unwrap(api.POST("/api/admin/models/detected/{id}", { params: { path: { id } } }));
    void onConnected(made.id);
  };
  const servers = data?.servers.filter(({ connected }) => !connected) ?? [];
  return (
    <Section title={t("models.local.title")}>
      <Stack gap="xs" aria-live="polite">
        {servers.map(({ id, name, models }) => (
          <Group key={id} justify="space-between">
            <Text>{t("models.local.found", { name, count: models.length })}</Text>
            <TextButton
              label={t("models.local.connect")}
              name={t("models.local.connectOf", { name })}
              isMain
              loading={busy}
              onClick={() => act(() => connect(id), t("models.connection.done"))}
            />
          </Group>
        ))}
        {data && servers.length === 0 && <Dim>{t("models.local.none")}</Dim>}
      </Stack>
      <Group>
        <TextButton
          label={t("models.local.again")}
          icon="again"
          loading={busy}
          onClick={() => act(() => unwrap(api.POST("/api/admin/models/detected")))}
        />
      </Group>
      {dialog}
    </Section>
  );
}

/** Connects a provider. Its list of models shows whether the address and the key are right; if not, nothing stays. */
function AddConnection({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("models");
  const form = useActionForm({ kind: "openai" as Kind, name: "", url: ADDRESSES.openai, key: "" });
  const connect = async () => {
    const { id } = await unwrap(api.POST("/api/admin/models/connections", { body: form.values }));
    const params = { path: { id } };
    try {
      await unwrap(api.GET("/api/admin/models/connections/{id}/offered", { params, headers: quietly }));
    } catch (problem) {
      await unwrap(api.DELETE("/api/admin/models/connections/{id}", { params }));
      throw atField(problem);
    }
  };
  return (
    <ActionDialog
      title={t("models.connection.add")}
      of={form}
      act={connect}
      done={t("models.connection.done")}
      go={t("models.connection.go")}
      onClose={onClose}
    >
      <Select
        name="kind"
        label={t("models.connection.kind")}
        allowDeselect={false}
        data={KINDS.map((kind) => ({ value: kind, label: t(`models.connection.kinds.${kind}`) }))}
        value={form.values.kind}
        onChange={(next) => {
          const kind = KINDS.find((known) => known === next) ?? "openai";
          form.set({ kind, url: ADDRESSES[kind] });
        }}
      />
      <TextInput
        label={t("models.connection.name")}
        description={t("models.connection.nameHint")}
        maxLength={80}
        {...form.field("name")}
      />
      <TextInput label={t("models.connection.url")} required autoComplete="off" {...form.field("url")} />
      <PasswordField
        label={t("models.connection.key")}
        description={t("models.connection.keyHint")}
        required={false}
        autoComplete="off"
        {...form.field("key")}
      />
    </ActionDialog>
  );
}

type ConnectionProps = { connection: Connection; tests: Tests; test: Test };

function OneConnection({ connection, tests, test }: ConnectionProps) {
  const { t } = useTexts("models");
  const { id, name, kind, url, has_key, key_lost, from_settings, models } = connection;
  const key = key_lost ? "keyLost" : has_key ? "hasKey" : "noKey";
  return (
    <Section title={name}>
      <Line
        of={[
          t(`models.connection.kinds.${kind}`),
          url,
          t(`models.connection.${key}`),
          from_settings && t("models.connection.fromSettings"),
        ]}
      />
      {models.length === 0 && <Dim>{t("models.connection.noModels")}</Dim>}
      {models.map((model) => (
        <OneModel key={model.id} model={model} result={tests[model.id]} test={test} />
      ))}
      {!from_settings && (
        <Group>
          <DialogButton label={t("models.model.add")} name={t("models.model.addTo", { name })} size="xs">
            {(close) => <AddModel connection={connection} test={test} onClose={close} />}
          </DialogButton>
          <DialogButton
            label={t("models.connection.delete")}
            name={t("models.connection.deleteOf", { name })}
            size="xs"
          >
            {(close) => (
              <ConfirmDialog
                title={t("models.connection.deleteTitle", { name })}
                text={t("models.connection.deleteText")}
                go={t("models.connection.delete")}
                done={t("models.connection.deleted")}
                act={() =>
                  unwrap(api.DELETE("/api/admin/models/connections/{id}", { params: { path: { id } } }))
                }
                onClose={close}
              />
            )}
          </DialogButton>
        </Group>
      )}
    </Section>
  );
}

function AddModel({
  connection,
  test,
  onClose,
}: {
  connection: Connection;
  test: Test;
  onClose: () => void;
}) {
  const { t } = useTexts("models");
  const params = { path: { id: connection.id } };
  const form = useActionForm({ name: "" });
  const { data } = useApi("/api/admin/models/connections/{id}/offered", params, { throwOnError: false });
  const names = data?.models.filter(({ added }) => !added).map(({ name }) => name) ?? [];
  const add = async () => {
    const { name } = form.values;
    const known = data?.models.find((model) => model.name === name);
    const body = {
      name,
      label: known?.label ?? null,
      input_usd: known?.input_usd ?? null,
      output_usd: known?.output_usd ?? null,
      context_tokens: known?.context_tokens ?? null,
      sees_images: known?.sees_images ?? false,
    };
    const made = await unwrap(api.POST("/api/admin/models/connections/{id}/models", { params, body }));
    void test(made.id);
  };
  return (
    <ActionDialog
      title={t("models.model.addTo", { name: connection.name })}
      of={form}
      act={add}
      go={t("models.model.add")}
      onClose={onClose}
    >
      <Autocomplete
        data-autofocus
        required
        label={t("models.model.search")}
        data={[...new Set(names)]}
        limit={50}
        {...form.field("name")}
      />
    </ActionDialog>
  );
}

type ModelProps = { model: LanguageModel; result: Tests[string] | undefined; test: Test };

function OneModel({ model: { id, label }, result, test }: ModelProps) {
  const { t } = useTexts("models");
  return (
    <div>
      <Group justify="space-between">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {label}
        </Text>
        <TextButton
          label={t("models.model.test")}
          name={t("models.model.testOf", { name: label })}
          size="xs"
          loading={result === "running"}
          onClick={() => test(id)}
        />
      </Group>
      <div role="status">
        {result === "running" ? (
          <Dim>{t("models.model.testing", { name: label })}</Dim>
        ) : (
          result && <Result of={result} />
        )}
      </div>
    </div>
  );
}

function Result({ of }: { of: ModelTest }) {
  const { t, language, number } = useTexts("models");
  if (!of.ok) return <Line c="var(--mantine-color-error)" of={[of.problem?.message, of.complaint]} />;
  const money = new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 6,
  });
  return (
    <Line
      of={[
        of.first_token_ms !== null && t("models.model.first", { ms: number(of.first_token_ms) }),
        of.words_per_second !== null && t("models.model.speed", { rate: number(of.words_per_second) }),
        of.cost_usd === null
          ? t("models.model.noCost")
          : t("models.model.cost", { sum: money.format(of.cost_usd) }),
      ]}
    />
  );
}

function Roles({ overview }: { overview: Overview }) {
  const { t } = useTexts("models");
  const { busy, act, dialog } = useAction();
  const roles = overview.roles.map(({ role }) => role).filter((role) => role !== "embeddings");
  const setDefault = (next: string | null) => {
    const role = roles.find((known) => known === next);
    if (role) void act(() => unwrap(api.PUT("/api/admin/models/default-role", { body: { role } })));
  };
  return (
    <Section title={t("models.role.title")} lead={t("models.role.lead")}>
      {overview.roles.map((one) => (
        <OneRole key={one.role} {...one} overview={overview} />
      ))}
      <Select
        label={t("models.role.default")}
        allowDeselect={false}
        disabled={busy}
        data={roles.map((role) => ({ value: role, label: t(`models.role.of.${role}`) }))}
        value={overview.default_role}
        onChange={setDefault}
      />
      {dialog}
    </Section>
  );
}

function OneRole({ role, models, overview }: { role: Role; models: string[]; overview: Overview }) {
  const { t } = useTexts("models");
  const { act, dialog } = useAction();
  const all = overview.connections.flatMap((connection) => connection.models);
  const title = t(`models.role.of.${role}`);
  const set = (models: string[]) =>
    act(() =>
      unwrap(api.PUT("/api/admin/models/roles/{role}", { params: { path: { role } }, body: { models } })),
    );
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      {models.length === 0 && <Dim>{t("models.role.none")}</Dim>}
      {models.map((id, place) => {
        const name = all.find((model) => model.id === id)?.label ?? id;
        const move = (step: -1 | 1) => ({
          size: "compact-xs" as const,
          name: t(step < 0 ? "models.role.up" : "models.role.down", { name }),
          onClick: () => models[place + step] && set(moved(models, place, step)),
        });
        return (
          <Group key={id} justify="space-between">
            <Text>{name}</Text>
            <Group gap={4}>
              <TextButton label="↑" {...move(-1)} aria-disabled={place === 0} />
              <TextButton label="↓" {...move(1)} aria-disabled={place === models.length - 1} />
              <TextButton
                label="×"
                size="compact-xs"
                name={t("models.role.remove", { name, role: title })}
                onClick={() => set(models.filter((other) => other !== id))}
              />
            </Group>
          </Group>
        );
      })}
      <Select
        mt={4}
        aria-label={t("models.role.add", { role: title })}
        placeholder={t("models.role.add", { role: title })}
        data={all.filter(({ id }) => !models.includes(id)).map(({ id, label }) => ({ value: id, label }))}
        value={null}
        onChange={(id) => {
          if (id) void set([...models, id]);
        }}
      />
      {dialog}
    </div>
  );
}

/** The budget of all plans together. Those of single plans stay as they are. */
function Budget({ budgets }: { budgets: Overview["budgets"] }) {
  const { t, language } = useTexts("models");
  const separators = useSeparators();
  const form = useActionForm({ monthly_usd: budgets.monthly_usd });
  const { monthly_usd: limit, spent_usd: spent } = budgets;
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
  const save = () => {
    const plans = budgets.plans.flatMap(({ plan_id, monthly_usd }) =>
      monthly_usd === null ? [] : [{ plan_id, monthly_usd }],
    );
    return unwrap(api.PUT("/api/admin/models/budgets", { body: { ...form.values, plans } }));
  };
  const used =
    limit === null
      ? t("models.budget.spent", { spent: money.format(spent) })
      : t("models.budget.used", { spent: money.format(spent), limit: money.format(limit) });
  return (
    <Section title={t("models.budget.title")} lead={t("models.budget.lead")}>
      <Text>{used}</Text>
      {limit !== null && (
        <Progress
          value={limit > 0 ? Math.min(100, (spent / limit) * 100) : 100}
          color={spent >= limit ? "red" : undefined}
          aria-label={t("models.budget.title")}
        />
      )}
      <Form of={form} onSubmit={() => form.act(save, t("models.budget.saved"))} go={t("models.budget.save")}>
        <NumberInput
          name="monthly_usd"
          label={t("models.budget.limit")}
          description={t("models.budget.limitHint")}
          {...separators}
          allowedDecimalSeparators={[",", "."]}
          decimalScale={2}
          allowNegative={false}
          hideControls
          value={form.values.monthly_usd ?? ""}
          error={form.errors.monthly_usd}
          onChange={(next) => form.set({ monthly_usd: next === "" ? null : Number(next) })}
        />
      </Form>
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
      {data.models.map(({ name, note, memory_gb, license, ollama }) => (
        <div key={name}>
          <Text fw={600}>{name}</Text>
          <Line of={[t("models.recommended.memory", { gb: number(memory_gb) }), license]} />
          <Dim>{note}</Dim>
          {ollama && (
            <Group gap="xs" mt={4}>
              <Code style={{ overflowWrap: "anywhere" }}>{`ollama pull ${ollama}`}</Code>
              <CopyButton
                value={`ollama pull ${ollama}`}
                label={t("models.recommended.copy")}
                copied={t("models.recommended.copied")}
                size="compact-xs"
              />
            </Group>
          )}
        </div>
      ))}
    </Section>
  );
}
