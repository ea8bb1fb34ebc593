import { Badge, Box, VisuallyHidden } from "@mantine/core";
import type { DocumentSummary } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { ProjectMark } from "../../ui/project-mark";
import { ToolIcon } from "../../ui/tool-icon";
import { BLOG } from "./blog";
import type { Found } from "./list-documents";
import { TrashedName } from "./trash-preview";
import { daysLeft, shortDate } from "./when";
import "./documents.css";

export type RowProject = Parameters<typeof ProjectMark>[0];

type Props = {
  document: DocumentSummary;
  /** Its project, in a list with documents of several ones. */
  project?: RowProject | undefined;
  /** The date that is shown. */
  date: "created_at" | "updated_at";
  isChosen: boolean;
  /** Placed before the document, and its actions. */
  before: ReactNode;
  after: ReactNode;
};

/** One document in a list. Of a document in the trash, only the beginning opens. */
export function DocumentRow({ document, project, date, isChosen, before, after }: Props) {
  const { t } = useTexts("documents");
  const tool = useNamedTool(document.tool);
  const origin = document.tool === BLOG ? t("documents.blog.origin") : tool?.name;
  const { found, excerpt } = document;
  return (
    <li className="document-row" data-chosen={isChosen || undefined}>
      {before}
      <span className="document-icon">
        {tool && <ToolIcon icon={tool.icon} category={tool.category} size={36} />}
        {document.tool === BLOG && <Icon name="news" size={28} />}
      </span>
      <div className="document-main">
        <Name document={document} />
        <div className="document-excerpt">{found ? <FoundText pieces={found.text} /> : excerpt}</div>
      </div>
      <div className="document-facts">
        <div className="document-about">
          <span className="document-tool" title={origin}>
            {origin}
          </span>
          {project && (
            <span className="document-project" title={project.name}>
              <ProjectMark {...project} size={16} />
              <VisuallyHidden>{t("documents.row.project")} </VisuallyHidden>
              <span>{project.name}</span>
            </span>
          )}
        </div>
        <When document={document} date={date} />
      </div>
      <div className="document-actions">{after}</div>
    </li>
  );
}

function Name({ document }: Pick<Props, "document">) {
  const { t, href } = useTexts("documents");
  const { title, found, deleted_at, favourite } = document;
  const name = (
    <span className="document-name-text">
      {found && title ? <FoundText pieces={found.title} /> : title || t("documents.row.untitled")}
    </span>
  );
  return (
    <div className="document-title-line">
      {deleted_at ? (
        <TrashedName document={document} deletedAt={deleted_at}>
          {name}
        </TrashedName>
      ) : (
        <Link to={href("document", { document: document.id })} className="document-link">
          {name}
        </Link>
      )}
      {favourite && (
        <Box component="span" className="document-star">
          <Icon name="star" size={14} filled />
          <VisuallyHidden>{t("documents.row.favourite")}</VisuallyHidden>
        </Box>
      )}
    </div>
  );
}

/** The date, and the words or the mark of a draft, which used none; in the trash, the days that are left. */
function When({ document, date }: Pick<Props, "document" | "date">) {
  const { t, number, dateTime, language } = useTexts("documents");
  const { deleted_at, words, drafted } = document;
  const used = t("documents.page.words", { count: words, words: number(words) });
  const left = deleted_at ? daysLeft(deleted_at) : 0;
  const exact = t(date === "updated_at" ? "documents.facts.changed" : "documents.facts.created", {
    when: dateTime(document[date]),
  });
  return (
    <div className="document-when">
      {deleted_at ? (
        <span title={t("documents.trash.daysLeft", { count: left })}>
          {t("documents.trash.left", { count: left })}
        </span>
      ) : (
        <time dateTime={document[date]} title={exact}>
          {shortDate(document[date], language)}
        </time>
      )}
      {drafted && (
        <Badge size="xs" variant="default">
          {t("documents.row.draft")}
        </Badge>
      )}
      {words > 0 && (
        <span className="document-words" title={used}>
          {used}
        </span>
      )}
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
