import { Autocomplete, Group, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap, useApi, withId } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useList } from "../../api/use-list";
import { ActionDialog, ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { Form, PasswordField } from "../../ui/form";
import { Rows } from "../../ui/list";
import { notify } from "../../ui/notify";
import { EmptyState, Section } from "../../ui/page";
import { Dim, Line } from "../../ui/texts";
import { type Connection, kindsQuery, PER_PAGE } from "./connections";
import { SettingsFrame } from "./settings-frame";

const EMPTY = { kind: "", host: "", name: "", login: "", project: "", secretName: "token", secret: "" };

type Props = { connection: Connection; onClose: () => void };

/** The accounts with other systems that tools use. */
export default function ConnectionsPage() {
  return (
    <SettingsFrame part="connections">
      <ConnectionList />
      <ConnectionForm />
    </SettingsFrame>
  );
}

function ConnectionList() {
  const { t } = useTexts("connections");
  const list = useList("/api/connections", {}, { per: PER_PAGE });
  return (
    <Section title={t("connections.list.title")} lead={t("connections.list.lead")}>
      <Rows
        list={list}
        className="sw-sessions"
        size="sm"
        none={
          <EmptyState
            icon="shield"
            level={2}
            title={t("connections.list.none")}
            text={t("connections.list.noneText")}
          />
        }
      >
        {(connection) => <OneConnection key={connection.id} connection={connection} />}
      </Rows>
    </Section>
  );
}

function OneConnection({ connection }: { connection: Connection }) {
  const { t } = useTexts("connections");
  const projects = useProjects()?.projects ?? [];
  const { id, name, kind, host, login, secrets, project_id } = connection;
  const project = projects.find((one) => one.id === project_id);
  const scope = project ? project.site.domain : t("connections.list.everywhere");
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Text fw={600}>{name}</Text>
          <Line of={[kind, login ? `${login} · ${host}` : host, scope]} />
          <Dim>
            {secrets.length
              ? t("connections.list.secrets", { names: secrets.join(", ") })
              : t("connections.list.noSecrets")}
          </Dim>
        </div>
        <Group gap="xs">
          <DialogButton
            label={t("connections.list.change")}
            size="xs"
            name={t("connections.list.changeOf", { name })}
          >
            {(close) => <EditConnection connection={connection} onClose={close} />}
          </DialogButton>
          <ConfirmButton
            label={t("connections.list.delete")}
            size="xs"
            name={t("connections.list.deleteOf", { name })}
            title={t("connections.remove.title", { name })}
            text={<RemoveText host={host} />}
            go={t("connections.remove.confirm")}
            done={t("connections.remove.done", { name })}
            changed={under("/api/connections", "/api/shops")}
            act={() => unwrap(api.DELETE("/api/connections/{id}", withId(id)))}
          />
        </Group>
      </Group>
    </li>
  );
}

/** More shops than an account can have. */
const ALL_SHOPS = 100;

/** What is lost with a connection: a shop that uses it is deleted too. */
function RemoveText({ host }: { host: string }) {
  const { t } = useTexts("connections");
  const query = { page: 1, per_page: ALL_SHOPS };
  const { data } = useApi("/api/shops", { query }, { quiet: true, throwOnError: false });
  const shop = data?.data.find((one) => one.host === host);
  return [t("connections.remove.text", { host }), shop && t("connections.remove.shop", { shop: shop.name })]
    .filter(Boolean)
    .join(" ");
}

/** Name, login and new values of secrets. Kind and host are fixed: the secrets belong to them. */
function EditConnection({ connection, onClose }: Props) {
  const { t } = useTexts("connections");
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
  };
  return (
    <ActionDialog
      title={t("connections.edit.title", { name: connection.name })}
      onClose={onClose}
      {...form.does(save, t("connections.edit.saved"), under("/api/connections"))}
      go={t("connections.edit.save")}
    >
      <TextInput data-autofocus {...form.needs("name", t("connections.field.name"))} />
      <TextInput
        description={t("connections.field.loginHint")}
        autoComplete="off"
        {...form.field("login", t("connections.field.login"))}
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
    </ActionDialog>
  );
}

/** Connects an account with another system. */
function ConnectionForm() {
  const { t } = useTexts("connections");
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
    description: t(`connections.field.${name}Hint`),
    autoComplete: "off",
    ...form.field(name, t(`connections.field.${name}`)),
  });
  return (
    <Section title={t("connections.add.title")}>
      <Form {...form.submits(connect, undefined, under("/api/connections"))} go={t("connections.add.submit")}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Autocomplete
            description={
              kinds.length
                ? t("connections.field.kindHint", { kinds: kinds.join(", ") })
                : t("connections.field.kindNone")
            }
            data={kinds}
            {...form.needs("kind", t("connections.field.kind"))}
          />
          <TextInput {...text("host")} required />
          <TextInput {...text("name")} />
          <TextInput {...text("login")} />
          <TextInput {...text("secretName")} error={form.errors.secrets} />
          <PasswordField
            description={t("connections.field.secretHint")}
            required={false}
            autoComplete="off"
            {...form.field("secret", t("connections.field.secret"))}
            name={`secrets.${secretName}`}
            error={form.errors[`secrets.${secretName}`]}
          />
        </SimpleGrid>
        <ProjectChoice value={project} onChange={(project) => form.set({ project })} />
      </Form>
    </Section>
  );
}

/** The project of the connection, if there are projects. */
function ProjectChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTexts("connections");
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
