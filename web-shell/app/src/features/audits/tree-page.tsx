import { Card, Stack } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Panel } from "../../ui/page";
import { Dim, TextLink } from "../../ui/texts";
import { AuditFrame } from "./audit-frame";
import { type Audit, pathOf, useAudit } from "./audits";
import { StatusBadge } from "./marks";
import { useWords } from "./words";

type Node = {
  url: string;
  pages: number;
  depth: number | null;
  errors: number;
  warnings: number;
  number: number | null;
  status: number | null;
};

const SHOWN = 8;
/** The server returns as many children of a path. */
const MOST = 500;

/** The site as a tree of paths, and the pages with the most and the fewest links. */
export function TreePage() {
  const { t } = useTexts("audits");
  const audit = useAudit();
  return (
    <AuditFrame audit={audit} part="tree">
      <div className="audit-columns">
        <Panel title={t("audits.tree.title")} miw={0}>
          <Dim>{t("audits.tree.lead")}</Dim>
          <Card withBorder padding="xs">
            <Level audit={audit} path="" depth={0} label={t("audits.tree.title")} />
          </Card>
        </Panel>
        <Stack gap="lg" miw={0}>
          <Linked audit={audit} order="desc" />
          <Linked audit={audit} order="asc" />
        </Stack>
      </div>
    </AuditFrame>
  );
}

type LevelProps = { audit: Audit; path: string; depth: number; label: string };

/** The folders and pages below a path. They load when it is opened. */
function Level({ audit, path, depth, label }: LevelProps) {
  const { t } = useTexts("audits");
  const { data } = useApi("/api/audits/{id}/tree", {
    path: { id: audit.id },
    query: path ? { path } : {},
  });
  if (!data) return <Loading h={depth === 0 ? 240 : 44} />;
  if (data.length === 0) return <Dim p="xs">{t("audits.tree.none")}</Dim>;
  return (
    <>
      <ul className="audit-tree" aria-label={label}>
        {data.map((node) => (
          <Branch
            key={node.url}
            audit={audit}
            node={node}
            path={path}
            depth={depth}
            startsOpen={depth === 0 && data.length === 1}
          />
        ))}
      </ul>
      {data.length === MOST && <Dim p="xs">{t("audits.tree.cut", { count: MOST })}</Dim>}
    </>
  );
}

/** The name of a folder or page below a path. */
function nameOf(url: string, path: string): string {
  const rest = path && url.startsWith(path) ? url.slice(path.length) : url.replace(/^https?:\/\//, "");
  try {
    return decodeURI(rest) || "/";
  } catch {
    return rest;
  }
}

type BranchProps = Omit<LevelProps, "label"> & { node: Node; startsOpen: boolean };

function Branch({ audit, node, path, depth, startsOpen }: BranchProps) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  const [isOpen, setOpen] = useState(startsOpen);
  const { url, pages, depth: clicks, errors, warnings, status } = node;
  const isFolder = url.endsWith("/") && url !== path && (pages > 1 || node.number === null);
  const name = url === path ? t("audits.tree.index") : nameOf(url, path);
  return (
    <li>
      <div className="audit-node">
        {isFolder ? (
          <button
            type="button"
            className="audit-node-open"
            aria-expanded={isOpen}
            aria-label={t("audits.tree.open", { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "down" : "next"} size={16} />
          </button>
        ) : (
          <span className="audit-node-open" />
        )}
        <span className="audit-node-name">
          {node.number === null ? (
            name
          ) : (
            <TextLink to={words.addressHref(audit.id, node.number)} size="sm" underline="hover">
              {name}
            </TextLink>
          )}
        </span>
        <span className="audit-node-facts">
          <Dim span>{isFolder && t("audits.tree.pages", { count: pages, pages: number(pages) })}</Dim>
          <Dim span>
            {clicks === null && t("audits.tree.alone")}
            {clicks === 0 && t("audits.depths.start")}
            {clicks !== null && clicks > 0 && t("audits.depths.clicks", { count: clicks })}
          </Dim>
          <span className="audit-node-errors" data-level={errors > 0 ? "error" : "warning"}>
            {errors > 0 && t("audits.tree.errors", { count: errors, errors: number(errors) })}
            {errors === 0 &&
              warnings > 0 &&
              t("audits.tree.warnings", { count: warnings, warnings: number(warnings) })}
          </span>
          <span>{status !== null && <StatusBadge status={status} />}</span>
        </span>
      </div>
      {isOpen && <Level audit={audit} path={url} depth={depth + 1} label={name} />}
    </li>
  );
}

/** The pages with the most or the fewest internal links. */
function Linked({ audit, order }: { audit: Audit; order: "asc" | "desc" }) {
  const { t, href, number } = useTexts("audits");
  const words = useWords();
  const { data } = useApi("/api/audits/{id}/pages", {
    path: { id: audit.id },
    query: { sort: "incoming", order, page: 1, per_page: SHOWN },
  });
  const title = t(order === "desc" ? "audits.tree.most" : "audits.tree.least");
  return (
    <Panel
      title={title}
      aside={
        <TextLink
          to={`${href("auditPages", { audit: audit.id })}?sort=${order === "desc" ? "-" : ""}incoming`}
          size="sm"
        >
          {t("audits.tree.all")}
        </TextLink>
      }
    >
      {!data && <Loading h={SHOWN * 44} radius="lg" />}
      {data && (
        <Card withBorder padding={0}>
          <ul className="audit-lines" aria-label={title}>
            {data.data.map((page) => (
              <li key={page.number}>
                <TextLink to={words.addressHref(audit.id, page.number)} size="sm" underline="hover">
                  {pathOf(page.url)}
                </TextLink>
                <Dim span>
                  {t("audits.tree.links", { count: page.incoming, links: number(page.incoming) })}
                </Dim>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Panel>
  );
}
