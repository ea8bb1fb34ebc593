import { Badge, Box, Group, Text } from "@mantine/core";
import { type DocumentSummary, formatsFor } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { ToolIcon } from "../../ui/tool-icon";
import "./documents.css";

/** One document in a list. */
export function DocumentRow({ document }: { document: DocumentSummary }) {
  const { t } = useTranslation("documents");
  const href = useHref();
  const { ago } = formatsFor(usePageLanguage());
  const { data } = useCatalogue();
  const tool = data?.tools.find((candidate) => candidate.id === document.tool);
  return (
    <Box component="li" className="document-row">
      {tool && <ToolIcon icon={tool.icon} size={40} />}
      <Box miw={0} flex={1}>
        <Link to={href("document", { document: document.id })} className="document-link">
          <Text fw={600} truncate>
            {document.title || t("documents.row.untitled")}
          </Text>
        </Link>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {document.excerpt}
        </Text>
        <Group gap="xs" mt={4}>
          <Text size="xs" c="dimmed">
            {[tool?.name, ago(document.updated_at)].filter(Boolean).join(" · ")}
          </Text>
          {document.drafted && (
            <Badge size="xs" variant="default">
              {t("documents.row.draft")}
            </Badge>
          )}
        </Group>
      </Box>
    </Box>
  );
}
