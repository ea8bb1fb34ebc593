import { Badge, Box, Group, Text, VisuallyHidden } from "@mantine/core";
import type { DocumentSummary } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { ProjectMark } from "../../ui/project-mark";
import { Dim, Fine } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import type { Found } from "./list-documents";
import "./documents.css";

/** Days that the trash keeps a document; the same value as in the server. */
const KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

export type RowProject = Parameters<typeof ProjectMark>[0];

type Props = {
  document: DocumentSummary;
  /** Its project, in a list with documents of several ones. */
  project?: RowProject | undefined;
  /** Placed before the document, and its actions. */
  before?: ReactNode;
  after?: ReactNode;
};

/** One document in a list. A document in the trash cannot be opened. */
export function DocumentRow({ document, project, before, after }: Props) {
  const { t, href } = useTexts("documents");
  const tool = useNamedTool(document.tool);
  const { title, found, excerpt, deleted_at } = document;
  const name = (
    <Text fw={600} truncate component="span" display="block">
      {found && title ? <FoundText pieces={found.title} /> : title || t("documents.row.untitled")}
    </Text>
  );
  return (
    <Box component="li" className="document-row">
      {before}
      {tool && (
        <Box visibleFrom={before ? "xs" : undefined}>
          <ToolIcon icon={tool.icon} category={tool.category} size={40} />
        </Box>
      )}
      <Box miw={0} flex={1}>
        <Group gap={6} wrap="nowrap">
          {deleted_at ? (
            name
          ) : (
            <Link to={href("document", { document: document.id })} className="document-link">
              {name}
            </Link>
          )}
          {document.favourite && (
            <>
              <Icon name="star" size={15} filled />
              <VisuallyHidden>{t("documents.row.favourite")}</VisuallyHidden>
            </>
          )}
        </Group>
        <Dim lineClamp={2}>{found ? <FoundText pieces={found.text} /> : excerpt}</Dim>
        <Facts document={document} project={project} tool={tool?.name} />
      </Box>
      {after}
    </Box>
  );
}

type FactsProps = Pick<Props, "document" | "project"> & { tool: string | undefined };

function Facts({ document, project, tool }: FactsProps) {
  const { t, ago } = useTexts("documents");
  const { deleted_at, updated_at, drafted } = document;
  const left = deleted_at
    ? Math.max(0, Math.ceil((Date.parse(deleted_at) + KEPT_DAYS * DAY_MS - Date.now()) / DAY_MS))
    : 0;
  const when = deleted_at ? t("documents.trash.daysLeft", { count: left }) : ago(updated_at);
  return (
    <div className="document-facts">
      {project && (
        <span className="document-project" title={project.name}>
          <ProjectMark {...project} size={16} />
          <VisuallyHidden>{t("documents.row.project")} </VisuallyHidden>
          <span>{project.name}</span>
        </span>
      )}
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Fine truncate>{[tool, when].filter(Boolean).join(" · ")}</Fine>
        {drafted && (
          <Badge size="xs" variant="default" flex="none">
            {t("documents.row.draft")}
          </Badge>
        )}
      </Group>
    </div>
  );
}

/** Plain text with the search words marked. */
function FoundText({ pieces }: { pieces: Found["text"] }) {
  let place = 0;
  return pieces.map(({ text, found }) => {
    place += text.length;
    return found ? (
      <mark key={place} className="document-found">
        {text}
      </mark>
    ) : (
      <span key={place}>{text}</span>
    );
  });
}
