import { ActionIcon, Card, Group, Text, Title, Tooltip } from "@mantine/core";
import { formatsFor, type ListedTool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { glued } from "@sitewright/ui/typography";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFavourite } from "../../api/catalogue";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { guestText } from "./guest-text";
import { lockText } from "./tool-lock";

/** A tool of the catalogue. The whole card leads to it; the star is a button of its own above the link. */
export function ToolCard({ tool }: { tool: ListedTool }) {
  const { t } = useTranslation("tools");
  const href = useHref();
  const language = usePageLanguage();
  const { number } = formatsFor(language);
  const favourite = useFavourite();
  const label = t(tool.favourite ? "tools.card.unmark" : "tools.card.mark", { name: tool.name });
  return (
    <Card component="article" withBorder padding="lg" className="tool-card">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <ToolIcon icon={tool.icon} />
        <Tooltip label={label}>
          <ActionIcon
            className="tool-star"
            variant="subtle"
            color={tool.favourite ? "yellow.8" : "gray"}
            size="lg"
            aria-pressed={tool.favourite}
            aria-label={label}
            onClick={() => favourite.mutate({ id: tool.id, favourite: !tool.favourite })}
          >
            <Icon name="star" filled={tool.favourite} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Title order={2} size="h4" mt="md">
        <Link to={href("tool", { tool: tool.id })} className="tool-link">
          {glued(tool.name, language)}
        </Link>
      </Title>
      <Text c="dimmed" size="xs" mt={2} style={{ overflowWrap: "anywhere" }}>
        {[
          t("tools.card.by", { publisher: tool.publisher_name }),
          tool.development && t("tools.card.development"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      <Dim mt={6} flex={1}>
        {glued(tool.summary, language)}
      </Dim>
      {tool.guest && (
        <Text size="xs" mt="sm">
          {guestText(tool, t)}
        </Text>
      )}
      {tool.lock ? (
        <Group gap={6} mt="md" wrap="nowrap">
          <Icon name="lock" size={15} />
          <Text size="xs" fw={600}>
            {lockText(tool, t)}
          </Text>
        </Group>
      ) : (
        <Text size="xs" c="dimmed" mt="md">
          {t("tools.card.words", { count: tool.words, words: number(tool.words) })}
        </Text>
      )}
    </Card>
  );
}
