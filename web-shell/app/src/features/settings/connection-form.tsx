import { Autocomplete, Select, SimpleGrid, TextInput } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useActionForm } from "../../confirm/use-action";
import { Form } from "../../ui/form";
import { notify } from "../../ui/notify";
import { PasswordField } from "../../ui/password-field";
import { Section } from "../../ui/section";
import { kindsQuery } from "./connections";

const EMPTY = { kind: "", host: "", name: "", login: "", project: "", secretName: "token", secret: "" };

/** Connects an account with another system. */
export function ConnectionForm() {
  const { t } = useTranslation("connections");
  const form = useActionForm(EMPTY);
  const { data: known } = useQuery(kindsQuery);
  const kinds = known?.kinds.map(({ kind }) => kind) ?? [];
  const { project, secretName, secret, ...connection } = form.values;

  const connect = async () => {
    const secrets: Record<string, string> = secret ? { [secretName]: secret } : {};
    const body = { ...connection, secrets, project_id: project ? Number(project) : null };
    const made = await unwrap(api.POST("/api/connections", { body }));
    form.reset();
    notify.success(t("connections.add.done", { name: made.name }));
  };
  const text = (name: "host" | "name" | "login" | "secretName") => ({
    label: t(`connections.field.${name}`),
    description: t(`connections.field.${name}Hint`),
    autoComplete: "off",
    ...form.field(name),
  });
  return (
    <Section title={t("connections.add.title")}>
      <Form
        of={form}
        onSubmit={() => form.act(connect, undefined, under("/api/connections"))}
        go={t("connections.add.submit")}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Autocomplete
            label={t("connections.field.kind")}
            description={
              kinds.length
                ? t("connections.field.kindHint", { kinds: kinds.join(", ") })
                : t("connections.field.kindNone")
            }
            required
            data={kinds}
            {...form.field("kind")}
          />
          <TextInput {...text("host")} required />
          <TextInput {...text("name")} />
          <TextInput {...text("login")} />
          <TextInput {...text("secretName")} error={form.errors.secrets} />
          <PasswordField
            label={t("connections.field.secret")}
            description={t("connections.field.secretHint")}
            required={false}
            autoComplete="off"
            {...form.field("secret")}
            name={`secrets.${secretName}`}
            error={form.errors[`secrets.${secretName}`]}
          />
        </SimpleGrid>
        <ProjectChoice value={project} onChange={(project) => form.set({ project })} />
      </Form>
    </Section>
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
