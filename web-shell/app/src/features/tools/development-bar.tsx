import { Alert, Code, Group, Text } from "@mantine/core";
import type { Tool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useMistakes } from "../../api/catalogue";
import { useApi } from "../../api/query";
import { CopyButton } from "../../ui/copy-button";

/** Says on a tool's page that it is a version that one works on, and why there is no newer one. */
export function DevelopmentBar({ tool }: { tool: Tool }) {
  const { t } = useTranslation("tools");
  const mistakes = useMistakes(tool.id);
  return (
    <Alert
      role="status"
      color={mistakes.length ? "red" : "yellow"}
      icon={<Icon name="info" />}
      title={t("tools.development.title", { version: tool.version })}
      c="var(--mantine-color-text)"
    >
      <Text size="sm">{t("tools.development.about")}</Text>
      {mistakes.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="xs">
            {t("tools.development.failed")}
          </Text>
          <ul className="tool-mistakes">
            {mistakes.map((mistake) => (
              <li key={mistake}>{mistake}</li>
            ))}
          </ul>
        </>
      )}
      <LastRun tool={tool.id} />
    </Alert>
  );
}

/** Runs of such a version are recorded: `sitewright plugin replay` takes this id. */
function LastRun({ tool }: { tool: string }) {
  const { t } = useTranslation("tools");
  const { data } = useApi(
    "/api/runs",
    { query: { tool, per_page: 1 } },
    // The run of another tool must not show.
    { quiet: true, throwOnError: false, placeholderData: undefined },
  );
  const id = data?.data[0]?.id;
  if (!id) return null;
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm">{t("tools.development.run")}</Text>
      <Code className="tool-run-id">{id}</Code>
      <CopyButton
        value={id}
        label={t("tools.development.copy")}
        copied={t("tools.development.copied")}
        size="compact-sm"
      />
    </Group>
  );
}
