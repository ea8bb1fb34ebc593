import { Anchor, Box, Group, Stack, Text, Title } from "@mantine/core";
import type { Tool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { glued } from "@sitewright/ui/typography";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { toolQuery } from "../../api/catalogue";
import { useLoaded } from "../../api/query";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { EmptyState } from "../../ui/empty-state";
import { PageTitle } from "../../ui/page-title";
import { ToolIcon } from "../../ui/tool-icon";
import { DevelopmentBar } from "./development-bar";
import { ToolGuest } from "./tool-guest";
import { ToolLock } from "./tool-lock";

/** A tool's page: what it is and may do, and below it the tool's own module. */
export default function ToolPage({ module }: { module: (tool: Tool) => ReactNode }) {
  const { t } = useTranslation("tools");
  const href = useHref();
  const { tool: id = "" } = useParams();
  const tool = useLoaded(toolQuery(id));
  const back = (
    <BackLink to={href("tools")} underline="hover">
      {t("tools.page.back")}
    </BackLink>
  );
  if (!tool) {
    return (
      <EmptyState
        icon="search"
        level={1}
        title={t("tools.page.unknownTitle")}
        text={t("tools.page.unknownText")}
      >
        {back}
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      <PageTitle>{tool.name}</PageTitle>
      <Group justify="space-between">
        {back}
        <Anchor component={Link} to={`${href("newBulk")}?tool=${tool.id}`} size="sm" underline="hover">
          <Group gap={4} component="span">
            <Icon name="table" size={15} />
            {t("tools.page.many")}
          </Group>
        </Anchor>
      </Group>
      <Header tool={tool} />
      {tool.development && <DevelopmentBar tool={tool} />}
      <ToolGuest tool={tool} />
      <ToolLock tool={tool} />
      {module(tool)}
    </Stack>
  );
}

function Header({ tool }: { tool: Tool }) {
  const { t } = useTranslation("tools");
  const language = usePageLanguage();
  return (
    <Group wrap="nowrap" align="flex-start" gap="md">
      <ToolIcon icon={tool.icon} size={52} />
      <Box>
        <Title order={1} size="h2">
          {glued(tool.name, language)}
        </Title>
        <Text size="sm" mt={2} style={{ overflowWrap: "anywhere" }}>
          {t("tools.page.by", { publisher: tool.publisher_name })}
          <Text span c="dimmed">
            {" · "}
            {t("tools.page.version", { version: tool.version })}
          </Text>
        </Text>
        <Text c="dimmed" mt={2}>
          {glued(tool.summary, language)}
        </Text>
        {tool.permissions.length > 0 && (
          <Group gap={6} mt={6} c="dimmed" wrap="nowrap" align="flex-start">
            <Icon name="shield" size={15} />
            <Text size="xs">
              {t("tools.page.permissions")}:{" "}
              {tool.permissions.map((permission) => permission.title).join(" · ")}
            </Text>
          </Group>
        )}
      </Box>
    </Group>
  );
}
