import { Badge, Code, Group, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../api/catalogue";
import { useProjects } from "../../api/projects";
import { Line, TextButton } from "../../ui/texts";
import { type ApiKey, isOpen, SCOPES } from "./keys";

/** A key: what it may do, what it has used, until when it opens anything. */
export function KeyRow({ apiKey: key, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t } = useTranslation("settings");
  const { date, ago } = useFormats();
  const allows = key.scopes.map((scope) => SCOPES[scope]);
  const end = isOpen(key) ? "settings.keys.until" : "settings.keys.was";
  const facts = [
    key.last_used_at ? t("settings.keys.used", { when: ago(key.last_used_at) }) : t("settings.keys.unused"),
    !key.revoked_at && (key.expires_at ? t(end, { when: date(key.expires_at) }) : t("settings.keys.endless")),
  ];
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm">
      <div style={{ minWidth: 0, flex: "1 1 240px" }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {key.name}
          </Text>
          <Code>{key.prefix}…</Code>
          <State of={key} />
        </Group>
        <Text size="sm">{allows.map((name) => t(`settings.keys.scope.${name}`)).join(" · ")}</Text>
        <Reach of={key} />
        <Words of={key} />
        <Line of={facts} />
      </div>
      {!key.revoked_at && (
        <TextButton
          label={t("settings.keys.revoke")}
          size="xs"
          onClick={onRevoke}
          name={t("settings.keys.revokeOf", { name: key.name })}
        />
      )}
    </Group>
  );
}

function State({ of: key }: { of: ApiKey }) {
  const { t } = useTranslation("settings");
  if (isOpen(key)) return null;
  return (
    <Badge variant="light" color="gray" c="var(--mantine-color-text)">
      {t(key.revoked_at ? "settings.keys.revoked" : "settings.keys.expired")}
    </Badge>
  );
}

/** What it is bound to; a key for everything says nothing. */
function Reach({ of: { tools, project_id } }: { of: ApiKey }) {
  const { t } = useTranslation("settings");
  const { data: catalogue } = useCatalogue({ ids: tools ?? [] });
  const projects = useProjects();
  const name = (id: string) => catalogue?.tools.find((tool) => tool.id === id)?.name ?? id;
  const project = projects?.projects.find(({ id }) => id === project_id)?.site.domain;
  return (
    <>
      {tools && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("settings.keys.onlyTools", { tools: tools.map(name).join(", ") })}
        </Text>
      )}
      {project_id !== null && (
        <Text size="sm">{t("settings.keys.onlyProject", { project: project ?? project_id })}</Text>
      )}
    </>
  );
}

function Words({ of: { monthly_words, words_this_month, words } }: { of: ApiKey }) {
  const { t } = useTranslation("settings");
  const { number } = useFormats();
  const month = { used: number(words_this_month), limit: number(monthly_words ?? 0), all: number(words) };
  return (
    <Text size="sm">
      {t(monthly_words === null ? "settings.keys.words" : "settings.keys.wordsOf", month)}
    </Text>
  );
}
