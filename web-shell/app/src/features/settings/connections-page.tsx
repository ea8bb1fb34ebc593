import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useProjects } from "../../api/projects";
import { useList } from "../../api/use-list";
import { EmptyState } from "../../ui/empty-state";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { Dim, Line, TextButton } from "../../ui/texts";
import { DeleteConnection, EditConnection } from "./connection-dialogs";
import { ConnectionForm } from "./connection-form";
import { type Connection, PER_PAGE } from "./connections";
import { SettingsFrame } from "./settings-frame";

/** The accounts with other systems that tools work with. */
export default function ConnectionsPage() {
  return (
    <SettingsFrame part="connections">
      <ConnectionList />
      <ConnectionForm />
    </SettingsFrame>
  );
}

function ConnectionList() {
  const { t } = useTranslation("connections");
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
  const { t } = useTranslation("connections");
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const projects = useProjects()?.projects ?? [];
  const { name, kind, host, login, secrets, project_id } = connection;
  const project = projects.find(({ id }) => id === project_id);
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
          <TextButton
            label={t("connections.list.change")}
            size="xs"
            name={t("connections.list.changeOf", { name })}
            onClick={() => setOpen("edit")}
          />
          <TextButton
            label={t("connections.list.delete")}
            size="xs"
            name={t("connections.list.deleteOf", { name })}
            onClick={() => setOpen("delete")}
          />
        </Group>
      </Group>
      {open === "edit" && <EditConnection connection={connection} onClose={() => setOpen(null)} />}
      {open === "delete" && <DeleteConnection connection={connection} onClose={() => setOpen(null)} />}
    </li>
  );
}
