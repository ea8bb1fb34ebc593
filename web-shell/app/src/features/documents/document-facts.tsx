import { Anchor, Title, UnstyledButton } from "@mantine/core";
import type { Document, Tool } from "@sitewright/sdk/shell";
import { graphemes, words } from "@sitewright/sdk/units";
import { type Clip, counted, readable } from "@sitewright/ui/clip";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useId, useState } from "react";
import { useApi } from "../../api/client";
import { labelsOf, useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Fine, TextLink } from "../../ui/texts";
import { READ_A_MINUTE } from "./reading-time";
import { useShare } from "./share-dialog";

type Props = {
  document: Document;
  /** What is copied: it is measured without marks and headings. */
  text: Clip;
  tool: Tool | undefined;
  onHistory: () => void;
  onShare: () => void;
};

/** The facts about a text, beside it; on a phone they are folded below it. */
export function DocumentFacts(props: Props) {
  const { t, number } = useTexts("documents");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [length, count] = [graphemes(readable(props.text)), words(counted(props.text))];
  const size = t("documents.facts.words", { count, words: number(count) });
  const reading = t("documents.facts.minutes", { count: Math.max(1, Math.round(count / READ_A_MINUTE)) });
  return (
    <div className="sw-bench-aside document-facts">
      <UnstyledButton
        className="document-facts-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t("documents.facts.title")}</span>
        <Fine span>{`${size} · ${reading}`}</Fine>
        <Icon name={isOpen ? "down" : "next"} size={16} />
      </UnstyledButton>
      <div id={id} className="document-facts-body" data-folded={!isOpen || undefined}>
        <Part title={t("documents.facts.text")}>
          <li>{size}</li>
          <li>
            {t("documents.facts.characters", {
              count: length,
              characters: number(length),
            })}
          </li>
          <li>{reading}</li>
        </Part>
        <About {...props} />
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sw-bench-part" aria-label={title}>
      <Title order={2} size="h6" c="dimmed" mb={6}>
        {title}
      </Title>
      <ul className="sw-bench-list">{children}</ul>
    </section>
  );
}

/** Where a text comes from, what it cost, its versions, and whether it is shared. */
function About({ document, tool, onHistory, onShare }: Props) {
  const { t, href, dateTime, number } = useTexts("documents");
  const project = useProjectName(document.id);
  const share = useShare(document.id);
  return (
    <>
      <Part title={t("documents.facts.about")}>
        {tool && (
          <li>
            <TextLink to={href("tool", { tool: document.tool })} size="sm">
              {tool.name}
            </TextLink>
          </li>
        )}
        {project && <li>{project}</li>}
        <li>
          {document.drafted
            ? t("documents.facts.free")
            : t("documents.page.words", { count: document.words, words: number(document.words) })}
        </li>
        {share && (
          <li>
            <Anchor component="button" type="button" size="sm" ta="left" onClick={onShare}>
              {t("sharing.share.on")}
            </Anchor>
          </li>
        )}
      </Part>
      <Part title={t("documents.facts.versions")}>
        <li>{t("documents.facts.created", { when: dateTime(document.created_at) })}</li>
        {document.version > 1 && (
          <li>{t("documents.facts.changed", { when: dateTime(document.updated_at) })}</li>
        )}
        <li>
          <Anchor component="button" type="button" size="sm" ta="left" onClick={onHistory}>
            {t("documents.facts.version", { version: document.version })}
          </Anchor>
        </li>
      </Part>
    </>
  );
}

/** The project of a document, which only the list of all titles contains. */
function useProjectName(document: string): string | undefined {
  const projects = useProjects()?.projects ?? [];
  const { data: titles } = useApi(
    "/api/documents/titles",
    {},
    { enabled: projects.length > 0, quiet: true, throwOnError: false },
  );
  const id = titles?.project[titles.id.indexOf(document)];
  return id ? labelsOf(projects).get(id) : undefined;
}
