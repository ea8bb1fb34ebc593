import { Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../ui/section";
import { Dim, TextButton } from "../../ui/texts";

/** Stands where the reader puts the key. */
const KEY = "sw_…";

/** What a client of the Model Context Protocol has in its settings. */
const settingsOf = (origin: string) =>
  JSON.stringify(
    {
      mcpServers: {
        sitewright: { type: "http", url: `${origin}/mcp`, headers: { Authorization: `Bearer ${KEY}` } },
      },
    },
    null,
    2,
  );

const curlOf = (origin: string) =>
  [
    `curl ${origin}/api/tools/facebook-post/runs`,
    `-H "Authorization: Bearer ${KEY}"`,
    '-H "Content-Type: application/json"',
    '-H "Prefer: wait=60"',
    `-d '{"input": {"topic": "tea", "language": "en"}}'`,
  ].join(" \\\n  ");

/** How to use a key: from an agent, and from a script. */
export function ConnectSection() {
  const { t } = useTranslation("settings");
  const { origin } = location;
  return (
    <Section title={t("settings.connect.title")} lead={t("settings.connect.lead")}>
      <Example
        title={t("settings.connect.address")}
        text={t("settings.connect.addressText")}
        code={`${origin}/mcp`}
      />
      <Example
        title={t("settings.connect.agent")}
        text={t("settings.connect.agentText")}
        code={settingsOf(origin)}
      />
      <Example
        title={t("settings.connect.script")}
        text={t("settings.connect.scriptText")}
        code={curlOf(origin)}
      />
    </Section>
  );
}

function Example({ title, text, code }: { title: string; text: string; code: string }) {
  const { t } = useTranslation("settings");
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <TextButton
              label={t(copied ? "settings.keys.copied" : "settings.keys.copy")}
              size="compact-sm"
              onClick={copy}
              name={t("settings.connect.copyOf", { what: title })}
            />
          )}
        </CopyButton>
      </Group>
      <Dim>{text}</Dim>
      <Code block className="sw-example" tabIndex={0} role="region" aria-label={title}>
        {code}
      </Code>
    </Stack>
  );
}
