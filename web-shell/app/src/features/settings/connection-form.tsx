import { Autocomplete, Button, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useProjects } from "../../api/projects";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { PasswordField } from "../../ui/password-field";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { kindsQuery } from "./connections";

const EMPTY = { kind: "", host: "", name: "", login: "", project: "", secretName: "token", secret: "" };

/** Connects an account with another system. */
export function ConnectionForm() {
  const { t } = useTranslation("connections");
  const queries = useQueryClient();
  const [form, setForm] = useState(EMPTY);
  const { errors, message, busy, submit } = useFormProblem();
  const { data: known } = useQuery(kindsQuery);
  const kinds = known?.kinds.map(({ kind }) => kind) ?? [];
  const set = (field: keyof typeof EMPTY) => (value: string) =>
    setForm((old) => ({ ...old, [field]: value }));

  const connect = async () => {
    const { kind, host, name, login, project, secretName, secret } = form;
    const secrets: Record<string, string> = secret ? { [secretName]: secret } : {};
    const body = { kind, host, name, login, secrets, project_id: project ? Number(project) : null };
    const made = await unwrap(api.POST("/api/connections", { body }));
    setForm(EMPTY);
    notify.success(t("connections.add.done", { name: made.name }));
    await queries.invalidateQueries(under("/api/connections"));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(connect);
  };
  return (
    <Section title={t("connections.add.title")}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Autocomplete
              name="kind"
              label={t("connections.field.kind")}
              description={
                kinds.length
                  ? t("connections.field.kindHint", { kinds: kinds.join(", ") })
                  : t("connections.field.kindNone")
              }
              required
              data={kinds}
              value={form.kind}
              error={errors.kind}
              onChange={set("kind")}
            />
            <Text name="host" form={form.host} error={errors.host} onChange={set("host")} required />
            <Text name="name" form={form.name} error={errors.name} onChange={set("name")} />
            <Text name="login" form={form.login} error={errors.login} onChange={set("login")} />
            <Text
              name="secretName"
              form={form.secretName}
              error={errors.secrets}
              onChange={set("secretName")}
            />
            <PasswordField
              name={`secrets.${form.secretName}`}
              label={t("connections.field.secret")}
              description={t("connections.field.secretHint")}
              required={false}
              autoComplete="off"
              value={form.secret}
              error={errors[`secrets.${form.secretName}`]}
              onChange={(event) => set("secret")(event.currentTarget.value)}
            />
          </SimpleGrid>
          <ProjectChoice value={form.project} onChange={set("project")} />
          <Group>
            <Button type="submit" loading={busy}>
              {t("connections.add.submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

type TextProps = {
  name: "host" | "name" | "login" | "secretName";
  form: string;
  error?: string;
  required?: boolean;
  onChange: (value: string) => void;
};

function Text({ name, form, error, required, onChange }: TextProps) {
  const { t } = useTranslation("connections");
  return (
    <TextInput
      name={name}
      label={t(`connections.field.${name}`)}
      description={t(`connections.field.${name}Hint`)}
      required={required}
      autoComplete="off"
      value={form}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** For which project, where there are any. */
function ProjectChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation("connections");
  const projects = useProjects()?.projects ?? [];
  if (!projects.length) return null;
  const all = { value: "", label: t("connections.list.everywhere") };
  const data = [all, ...projects.map(({ id, site }) => ({ value: String(id), label: site.domain }))];
  return (
    <Select
      label={t("connections.field.project")}
      allowDeselect={false}
      maw={360}
      data={data}
      value={value}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
