import { Code, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Small, TextLink } from "../../ui/texts";
import { type Audit, type Finding, pathOf, type Snippet } from "./audits";
import { Coded } from "./coded";
import { piecesOf } from "./evidence";
import { LevelBadge } from "./marks";
import { useWords } from "./words";

/** More rows of the page are behind a button of the browser. */
const SNIPPETS = 3;

type Props = {
  audit: Pick<Audit, "id">;
  finding: Finding;
  /** What the place of the list does not say already. */
  shows: ("rule" | "page")[];
  /** The level that needs no word in this list. */
  usual?: string;
  /** The actions of the finding. */
  children?: ReactNode;
};

/** What a rule found in one place. */
export function FindingItem({ audit, finding, shows, usual, children }: Props) {
  const { t, href, date } = useTexts("audits");
  const words = useWords();
  const { rule, title, level, page, url, page_title, what, change, ignored, verified_at, evidence } = finding;
  const place =
    page === null || url === null ? (
      <Text fw={600}>{t("audits.finding.site")}</Text>
    ) : (
      <TextLink to={words.addressHref(audit.id, page)} fw={600} underline="hover">
        {pathOf(url)}
      </TextLink>
    );
  const named = (
    <TextLink to={href("auditRule", { audit: audit.id, rule })} fw={600} underline="hover">
      {title}
    </TextLink>
  );
  return (
    <li className="audit-finding">
      <Group gap="xs" align="baseline">
        {shows.includes("rule") ? named : place}
        {level !== usual && <LevelBadge level={level} />}
        {(change === "new" || change === "back") && (
          <StateBadge mark="plain">{t(`audits.finding.${change}`)}</StateBadge>
        )}
        {ignored && <StateBadge mark="plain">{t("audits.finding.ignored")}</StateBadge>}
        {verified_at && (
          <StateBadge mark="good">{t("audits.finding.verified", { date: date(verified_at) })}</StateBadge>
        )}
      </Group>
      {shows.length > 1 && <div>{place}</div>}
      {!shows.includes("rule") && page_title && <Dim>{page_title}</Dim>}
      <Small>
        <Coded>{what}</Coded>
      </Small>
      <Evidence evidence={evidence} />
      {children}
    </li>
  );
}

/** The rows of the page that show the finding. */
function Evidence({ evidence }: { evidence: Snippet[] }) {
  const { t } = useTexts("audits");
  const first = evidence.slice(0, SNIPPETS);
  const rest = evidence.slice(SNIPPETS);
  return (
    <>
      {first.map((snippet) => (
        <SnippetCode key={`${snippet.table} ${snippet.row}`} snippet={snippet} />
      ))}
      {rest.length > 0 && (
        <details className="audit-details">
          <summary>
            <Small span>{t("audits.finding.more", { count: rest.length })}</Small>
          </summary>
          {rest.map((snippet) => (
            <SnippetCode key={`${snippet.table} ${snippet.row}`} snippet={snippet} />
          ))}
        </details>
      )}
    </>
  );
}

const SnippetCode = ({ snippet }: { snippet: Snippet }) => (
  <Code block className="audit-snippet" data-plain-spaces>
    {piecesOf(snippet).map(({ text, isMarked }, place) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity.
      isMarked ? <mark key={place}>{text}</mark> : text,
    )}
  </Code>
);
