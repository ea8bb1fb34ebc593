import { TextInput } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useActionForm } from "../../confirm/use-action";
import { FormDialog } from "../../ui/form-dialog";
import { PasswordField } from "../../ui/password-field";
import type { Connection } from "./connections";

type Props = { connection: Connection; onClose: () => void };

/** Name, login and new values of secrets. Kind and host stay: the secrets are for them. */
export function EditConnection({ connection, onClose }: Props) {
  const { t } = useTranslation("connections");
  const form = useActionForm({
    name: connection.name,
    login: connection.login,
    secrets: {} as Record<string, string>,
  });
  const { secrets } = form.values;
  const save = async () => {
    const given = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret));
    const params = { path: { id: connection.id } };
    await unwrap(api.PATCH("/api/connections/{id}", { params, body: { ...form.values, secrets: given } }));
    onClose();
  };
  return (
    <FormDialog
      title={t("connections.edit.title", { name: connection.name })}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(save, t("connections.edit.saved"), under("/api/connections"))}
      go={t("connections.edit.save")}
    >
      <TextInput label={t("connections.field.name")} required data-autofocus {...form.field("name")} />
      <TextInput
        label={t("connections.field.login")}
        description={t("connections.field.loginHint")}
        autoComplete="off"
        {...form.field("login")}
      />
      {connection.secrets.map((secret) => (
        <PasswordField
          key={secret}
          name={`secrets.${secret}`}
          label={t("connections.edit.secretOf", { name: secret })}
          description={t("connections.edit.keep")}
          required={false}
          autoComplete="off"
          value={secrets[secret] ?? ""}
          error={form.errors[`secrets.${secret}`]}
          onChange={({ currentTarget: { value } }) => form.set({ secrets: { ...secrets, [secret]: value } })}
        />
      ))}
    </FormDialog>
  );
}

export function DeleteConnection({ connection: { id, name, host }, onClose }: Props) {
  const { t } = useTranslation("connections");
  return (
    <ConfirmDialog
      title={t("connections.remove.title", { name })}
      text={t("connections.remove.text", { host })}
      go={t("connections.remove.confirm")}
      done={t("connections.remove.done", { name })}
      changed={under("/api/connections")}
      act={() => unwrap(api.DELETE("/api/connections/{id}", { params: { path: { id } } }))}
      onClose={onClose}
    />
  );
}
