import { Group, Text, TextInput } from "@mantine/core";
import { Helped } from "@sitewright/sdk/help";
import { ApiProblem, under } from "@sitewright/sdk/shell";
import { useEffect, useRef, useState } from "react";
import { api, unwrap, useLoaded } from "../../api/client";
import { ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormDialog, PasswordField } from "../../ui/form";
import { ADDRESSES, expectAddress, KindChoice, ModelName } from "../../ui/model-fields";
import { Notice, Section } from "../../ui/page";
import { Line, Small } from "../../ui/texts";
import { type OwnModel, ownModelQuery } from "./own-model";
import { SettingsFrame } from "./settings-frame";

const SHOWN = under("/api/user/model");

/** The language model that the user pays for, where the plan allows one. */
export default function OwnModelPage() {
  const { t } = useTexts("settings");
  const { allowed, model } = useLoaded(ownModelQuery);
  return (
    <SettingsFrame part="model">
      <Helped topic="model" name={t("settings.model.title")} isCard>
        <Section title={t("settings.model.title")} lead={t("settings.model.lead")}>
          {!allowed && (
            <Notice color={model ? "yellow" : "gray"} variant="light">
              {t(model ? "settings.model.unused" : "settings.model.notInPlan")}
            </Notice>
          )}
          {model && <Stored model={model} />}
          <Group gap="xs">
            {allowed && (
              <DialogButton
                label={t(model ? "settings.model.change" : "settings.model.connect")}
                isMain={!model}
              >
                {(close) => <Connect model={model} onClose={close} />}
              </DialogButton>
            )}
            {model && (
              <ConfirmButton
                label={t("settings.model.remove")}
                title={t("settings.model.removeTitle")}
                text={t("settings.model.removeText")}
                go={t("settings.model.remove")}
                done={t("settings.model.removed")}
                changed={SHOWN}
                act={() => unwrap(api.DELETE("/api/user/model"))}
              />
            )}
          </Group>
        </Section>
      </Helped>
    </SettingsFrame>
  );
}

function Stored({ model: { kind, url, name, has_key, key_lost } }: { model: OwnModel }) {
  const { t } = useTexts("models");
  const key = key_lost ? "keyLost" : has_key ? "hasKey" : "noKey";
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      <Text fw={600}>{name}</Text>
      <Line of={[t(`models.connection.kinds.${kind}`), url, t(`models.connection.${key}`)]} />
    </div>
  );
}

/** Address and key are checked first: the provider's list of models shows whether they are right. */
function Connect({ model: stored, onClose }: { model: OwnModel | null; onClose: () => void }) {
  const { t } = useTexts("models");
  const { kind, url, name } = stored ?? { kind: "openai" as const, url: ADDRESSES.openai, name: "" };
  const form = useActionForm({ kind, url, key: "", name });
  const [offered, setOffered] = useState<string[] | null>(null);
  const choice = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (offered) choice.current?.focus();
  }, [offered]);
  const { key, ...rest } = form.values;
  const body = { ...rest, ...(key && { key }) };
  const look = async () => {
    expectAddress(body.url, t("models.connection.urlNeeded"));
    const { models } = await unwrap(api.POST("/api/user/model/check", { body }));
    setOffered(models.filter(({ purpose }) => purpose === "text").map((model) => model.name));
  };
  const connect = async () => {
    if (!body.name.trim())
      throw new ApiProblem(422, { errors: { name: [t("settings.model.choose")] } }, null);
    await unwrap(api.PUT("/api/user/model", { body }));
    onClose();
  };
  // Another address or key has another list.
  const set = (change: Partial<typeof form.values>) => {
    form.set(change);
    setOffered(null);
  };
  return (
    <FormDialog
      title={t(stored ? "settings.model.changeTitle" : "settings.model.connectTitle")}
      of={form}
      onSubmit={() =>
        offered ? form.act(connect, t("settings.model.done"), SHOWN) : form.act(look, undefined, null)
      }
      go={t(offered ? "settings.model.save" : "models.connection.next")}
      onClose={onClose}
    >
      <KindChoice {...form.field("kind", t("models.connection.kind"))} onChange={set} />
      <TextInput
        description={t("settings.model.urlHint")}
        autoComplete="off"
        {...form.needs("url", t("models.connection.url"))}
        onChange={({ currentTarget: { value } }) => set({ url: value })}
      />
      <PasswordField
        description={t(stored?.has_key ? "models.connection.keyKept" : "settings.model.keyHint")}
        autoComplete="off"
        {...form.field("key", t("models.connection.key"))}
        onChange={({ currentTarget: { value } }) => set({ key: value })}
        required={false}
      />
      {offered && (
        <ModelName ref={choice} offered={offered} {...form.needs("name", t("models.model.search"))} />
      )}
      <Small>{t("settings.model.cost")}</Small>
    </FormDialog>
  );
}
