import { Checkbox, Group, TextInput } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useEffect, useRef, useState } from "react";
import { api, unwrap, withId } from "../../api/client";
import { ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormDialog, PasswordField } from "../../ui/form";
import { ADDRESSES, expectAddress, type Kind, KindChoice, ModelName } from "../../ui/model-fields";
import { Notice, Section } from "../../ui/page";
import { Dim, Line, TextButton } from "../../ui/texts";
import { AddModel, OneModel } from "./model";
import {
  type Connection,
  firstRole,
  modelActions,
  namesOf,
  type Offered,
  type Overview,
  offeredAs,
  type Test,
  type Tests,
} from "./models";

type ConnectionProps = { connection: Connection; overview: Overview; tests: Tests; test: Test };

/** A connection with its models. */
export function OneConnection({ connection, overview, tests, test }: ConnectionProps) {
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
      {models.length > 0 && (
        <ul className="models-list" aria-label={t("models.connection.models", { name })}>
          {models.map((model) => (
            <OneModel
              key={model.id}
              model={model}
              isFixed={from_settings}
              result={tests[model.id]}
              test={test}
            />
          ))}
        </ul>
      )}
      {!from_settings && (
        <Group gap="xs">
          <DialogButton label={t("models.model.add")} name={t("models.model.addTo", { name })} size="xs">
            {(close) => <AddModel connection={connection} overview={overview} test={test} onClose={close} />}
          </DialogButton>
          <DialogButton
            label={t("models.connection.edit")}
            name={t("models.connection.editOf", { name })}
            size="xs"
          >
            {(close) => <EditConnection connection={connection} onClose={close} />}
          </DialogButton>
          <ConfirmButton
            label={t("models.connection.delete")}
            name={t("models.connection.deleteOf", { name })}
            size="xs"
            title={t("models.connection.deleteTitle", { name })}
            text={t("models.connection.deleteText")}
            go={t("models.connection.delete")}
            done={t("models.connection.deleted")}
            act={() => unwrap(api.DELETE("/api/admin/models/connections/{id}", withId(id)))}
          />
        </Group>
      )}
    </Section>
  );
}

/** A check of an address and a key. Some servers have no list of models, so it can be skipped after a failure. */
function useCheck() {
  const [isRefused, setRefused] = useState(false);
  const check = async <T,>(look: () => Promise<T>) => {
    setRefused(false);
    try {
      return await look();
    } catch (problem) {
      setRefused(problem instanceof ApiProblem && "url" in problem.errors);
      throw problem;
    }
  };
  return { check, isRefused };
}

type AddProps = { overview: Overview; test: Test; onClose: () => void };

/** Connects a provider: its list of models shows whether address and key are right, and one of them is chosen. */
export function AddConnection({ overview, test, onClose }: AddProps) {
  const { t } = useTexts("models");
  const form = useActionForm({ kind: "openai" as Kind, name: "", url: ADDRESSES.openai, key: "", model: "" });
  const [offered, setOffered] = useState<Offered[] | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const { check, isRefused } = useCheck();
  const choice = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (offered) choice.current?.focus();
  }, [offered]);
  const { model, ...body } = form.values;
  const writers = namesOf(offered ?? [], "text");
  const look = () => {
    expectAddress(body.url, t("models.connection.urlNeeded"));
    return check(async () => {
      const { models } = await unwrap(api.POST("/api/admin/models/connections/check", { body }));
      setOffered(models);
    });
  };
  const connect = async () => {
    if (!model.trim()) throw new ApiProblem(422, { errors: { model: [t("models.model.choose")] } }, null);
    const id = made ?? (await unwrap(api.POST("/api/admin/models/connections", { body }))).id;
    // A second attempt adds only the model.
    setMade(id);
    const known = offered?.find(({ name }) => name === model);
    void test(await modelActions.add(id, offeredAs(model, known), firstRole(overview, known)));
    onClose();
  };
  return (
    <FormDialog
      title={t("models.connection.add")}
      of={form}
      onSubmit={() =>
        offered ? form.act(connect, t("models.connection.done")) : form.act(look, undefined, null)
      }
      go={t(offered ? "models.connection.go" : "models.connection.next")}
      aside={
        isRefused &&
        !offered && (
          // As an action, so that the errors of the check disappear.
          <TextButton
            label={t("models.connection.unchecked")}
            onClick={() => form.act(async () => setOffered([]), undefined, null)}
          />
        )
      }
      onClose={onClose}
    >
      <KindChoice {...form.field("kind", t("models.connection.kind"))} onChange={form.set} />
      <TextInput
        description={t("models.connection.nameHint")}
        maxLength={80}
        autoComplete="off"
        {...form.field("name", t("models.connection.name"))}
      />
      <TextInput autoComplete="off" {...form.needs("url", t("models.connection.url"))} />
      <PasswordField
        description={t("models.connection.keyHint")}
        autoComplete="off"
        {...form.field("key", t("models.connection.key"))}
        required={false}
      />
      {offered && writers.length === 0 && (
        <Notice role="status" color="yellow" variant="light" icon="alert">
          {t(isRefused ? "models.model.noList" : "models.model.noneOffered")}
        </Notice>
      )}
      {offered && (
        <ModelName ref={choice} offered={writers} {...form.needs("model", t("models.model.search"))} />
      )}
    </FormDialog>
  );
}

function EditConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTexts("models");
  const { id, name, url, has_key } = connection;
  const form = useActionForm({ name, url, key: "", without: false });
  const { check, isRefused } = useCheck();
  const { values } = form;
  const key = values.without ? "" : values.key || undefined;
  const request = {
    params: { path: { id } },
    body: { name: values.name, url: values.url, ...(key !== undefined && { key }) },
  };
  const store = async () => {
    await unwrap(api.PATCH("/api/admin/models/connections/{id}", request));
    onClose();
  };
  const save = async () => {
    expectAddress(values.url, t("models.connection.urlNeeded"));
    if (values.url !== url || key !== undefined)
      await check(() => unwrap(api.POST("/api/admin/models/connections/{id}/check", request)));
    await store();
  };
  const done = t("models.connection.saved");
  return (
    <FormDialog
      title={t("models.connection.editOf", { name })}
      of={form}
      onSubmit={() => form.act(save, done)}
      go={t("models.connection.save")}
      aside={
        isRefused && (
          <TextButton label={t("models.connection.unchecked")} onClick={() => form.act(store, done)} />
        )
      }
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        maxLength={80}
        autoComplete="off"
        {...form.needs("name", t("models.connection.name"))}
      />
      <TextInput autoComplete="off" {...form.needs("url", t("models.connection.url"))} />
      <PasswordField
        description={t(has_key ? "models.connection.keyKept" : "models.connection.keyHint")}
        autoComplete="off"
        {...form.field("key", t("models.connection.newKey"))}
        required={false}
        disabled={values.without}
      />
      {has_key && <Checkbox {...form.field("without", t("models.connection.without"), "checkbox")} />}
    </FormDialog>
  );
}
