import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { PasswordField } from "../../ui/password-field";
import { useFormProblem } from "../../ui/use-form-problem";
import type { Connection } from "./connections";

type Props = { connection: Connection; onClose: () => void };

/** Name, login and new values of secrets. Kind and host stay: the secrets are for them. */
export function EditConnection({ connection, onClose }: Props) {
  const { t } = useTranslation("connections");
  const queries = useQueryClient();
  const [name, setName] = useState(connection.name);
  const [login, setLogin] = useState(connection.login);
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const { errors, message, busy, submit } = useFormProblem();

  const save = async () => {
    const given = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret));
    const params = { path: { id: connection.id } };
    await unwrap(api.PATCH("/api/connections/{id}", { params, body: { name, login, secrets: given } }));
    notify.success(t("connections.edit.saved"));
    onClose();
    await queries.invalidateQueries(under("/api/connections"));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(save);
  };
  return (
    <Dialog title={t("connections.edit.title", { name: connection.name })} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <TextInput
            name="name"
            label={t("connections.field.name")}
            required
            data-autofocus
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            name="login"
            label={t("connections.field.login")}
            description={t("connections.field.loginHint")}
            autoComplete="off"
            value={login}
            error={errors.login}
            onChange={(event) => setLogin(event.currentTarget.value)}
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
              error={errors[`secrets.${secret}`]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setSecrets((old) => ({ ...old, [secret]: value }));
              }}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("connections.edit.cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {t("connections.edit.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

export function DeleteConnection({ connection, onClose }: Props) {
  const { t } = useTranslation("connections");
  const queries = useQueryClient();
  const { message, busy, submit } = useFormProblem();
  const { id, name, host } = connection;
  const remove = async () => {
    await unwrap(api.DELETE("/api/connections/{id}", { params: { path: { id } } }));
    notify.success(t("connections.remove.done", { name }));
    onClose();
    await queries.invalidateQueries(under("/api/connections"));
  };
  return (
    <Dialog title={t("connections.remove.title", { name })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t("connections.remove.text", { host })}</Text>
        <FormAlert>{message}</FormAlert>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("connections.edit.cancel")}
          </Button>
          <Button color="red.8" loading={busy} onClick={() => submit(remove)}>
            {t("connections.remove.confirm")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
