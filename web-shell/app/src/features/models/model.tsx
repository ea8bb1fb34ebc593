import { Checkbox, Group, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { ApiProblem } from "@sitewright/sdk/shell";
import { api, unwrap, useApi, withId } from "../../api/client";
import { ActionDialog, ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { ModelName } from "../../ui/model-fields";
import { Notice } from "../../ui/page";
import { Dim, Line, TextButton } from "../../ui/texts";
import {
  type Connection,
  dollars,
  firstRole,
  type LanguageModel,
  type ModelEdit,
  modelActions,
  namesOf,
  type Overview,
  offeredAs,
  type Test,
  type Tests,
} from "./models";

type ModelProps = {
  model: LanguageModel;
  isFixed: boolean;
  result: Tests[string] | undefined;
  test: Test;
};

/** A model of a connection, with its test. */
export function OneModel({ model, isFixed, result, test }: ModelProps) {
  const { t, language, number } = useTexts("models");
  const { id, name, label, input_usd, output_usd, context_tokens, sees_images, enabled } = model;
  const money = dollars(language);
  const hasPrice = input_usd !== null || output_usd !== null;
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {label}
          </Text>
          <Line
            of={[
              !enabled && t("models.model.off"),
              label !== name && name,
              hasPrice &&
                t("models.model.prices", { input: money(input_usd ?? 0), output: money(output_usd ?? 0) }),
              context_tokens !== null && t("models.model.context", { tokens: number(context_tokens) }),
              sees_images && t("models.model.sees"),
            ]}
          />
        </div>
        <Group gap="xs">
          <TextButton
            label={t("models.model.test")}
            name={t("models.model.testOf", { name: label })}
            size="xs"
            loading={result === "running"}
            onClick={() => test(id)}
          />
          {!isFixed && (
            <>
              <DialogButton
                label={t("models.model.edit")}
                name={t("models.model.editOf", { name: label })}
                size="xs"
              >
                {(close) => <EditModel model={model} onClose={close} />}
              </DialogButton>
              <ConfirmButton
                label={t("models.model.remove")}
                name={t("models.model.removeOf", { name: label })}
                size="xs"
                title={t("models.model.removeTitle", { name: label })}
                text={t("models.model.removeText")}
                go={t("models.model.remove")}
                done={t("models.model.removed")}
                act={() => unwrap(api.DELETE("/api/admin/models/{id}", withId(id)))}
              />
            </>
          )}
        </Group>
      </Group>
      <div role="status">
        {result === "running" && <Dim>{t("models.model.testing", { name: label })}</Dim>}
        {result && result !== "running" && <Result of={result} />}
      </div>
    </li>
  );
}

function Result({ of }: { of: Exclude<Tests[string], "running"> }) {
  const { t, language, number } = useTexts("models");
  if (!of.ok) return <Line c="var(--mantine-color-error)" of={[of.problem?.message]} />;
  return (
    <Line
      of={[
        of.first_token_ms !== null && t("models.model.first", { ms: number(of.first_token_ms) }),
        of.words_per_second !== null && t("models.model.speed", { rate: number(of.words_per_second) }),
        of.cost_usd === null
          ? t("models.model.noCost")
          : t("models.model.cost", { sum: dollars(language)(of.cost_usd) }),
      ]}
    />
  );
}

const useModelForm = (first: ModelEdit) => useActionForm({ ...first });
type ModelForm = ReturnType<typeof useModelForm>;

/** What administrators say about a model, without its name. */
function ModelFields({ form }: { form: ModelForm }) {
  const { t } = useTexts("models");
  const amount = (name: "input_usd" | "output_usd" | "context_tokens", decimals: number) => (
    <NumberField
      name={name}
      label={t(`models.model.field.${name}`)}
      least={name === "context_tokens" ? 1 : 0}
      most={name === "context_tokens" ? 1_000_000_000 : undefined}
      decimals={decimals}
      value={form.values[name] ?? null}
      error={form.errors[name]}
      onChange={(next) => form.set({ [name]: next })}
    />
  );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: "end" }}>
        {amount("input_usd", 6)}
        {amount("output_usd", 6)}
      </SimpleGrid>
      <Dim>{t("models.model.field.priceHint")}</Dim>
      {amount("context_tokens", 0)}
      <Checkbox {...form.field("sees_images", t("models.model.field.sees_images"), "checkbox")} />
    </Stack>
  );
}

function EditModel({ model, onClose }: { model: LanguageModel; onClose: () => void }) {
  const { t } = useTexts("models");
  const { id, connection_id: _, purpose: _purpose, ...first } = model;
  const form = useModelForm(first);
  const save = () =>
    unwrap(api.PUT("/api/admin/models/{id}", { params: { path: { id } }, body: form.values }));
  return (
    <ActionDialog
      {...form.does(save, t("models.model.saved"))}
      title={t("models.model.editOf", { name: model.label })}
      go={t("models.model.save")}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        autoComplete="off"
        maxLength={200}
        description={t("models.model.field.nameHint")}
        {...form.needs("name", t("models.model.field.name"))}
      />
      <TextInput
        autoComplete="off"
        maxLength={200}
        {...form.field("label", t("models.model.field.label"))}
        value={form.values.label ?? ""}
      />
      <ModelFields form={form} />
      <Switch {...form.field("enabled", t("models.model.field.enabled"), "checkbox")} />
    </ActionDialog>
  );
}

type AddProps = { connection: Connection; overview: Overview; test: Test; onClose: () => void };

/** Adds a model, chosen from the provider's list or entered by its name. */
export function AddModel({ connection, overview, test, onClose }: AddProps) {
  const { t } = useTexts("models");
  const form = useModelForm(offeredAs(""));
  const params = { path: { id: connection.id } };
  const { data, error } = useApi("/api/admin/models/connections/{id}/offered", params, {
    throwOnError: false,
    quiet: true,
    staleTime: 0,
  });
  const why =
    error instanceof ApiProblem ? (Object.values(error.errors)[0]?.[0] ?? error.message) : undefined;
  const offered = data?.models.filter(({ added }) => !added) ?? [];
  const known = (name: string) => data?.models.find((model) => model.name === name);
  const add = async () => {
    const { name } = form.values;
    void test(await modelActions.add(connection.id, form.values, firstRole(overview, known(name))));
  };
  return (
    <ActionDialog
      {...form.does(add, t("models.model.added"))}
      title={t("models.model.addTo", { name: connection.name })}
      go={t("models.model.add")}
      onClose={onClose}
    >
      {why && (
        <Notice role="status" color="yellow" variant="light" icon="alert" title={t("models.model.noList")}>
          {why}
        </Notice>
      )}
      <ModelName
        offered={namesOf(offered, "text")}
        embeddings={namesOf(offered, "embeddings")}
        {...form.needs("name", t("models.model.search"))}
        onChange={(name) => form.set(known(name) ? offeredAs(name, known(name)) : { name })}
      />
      <ModelFields form={form} />
    </ActionDialog>
  );
}
