import { Anchor, Card, Text } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import type { Figures } from "./figures";

const MARK_PX = 28;

/** The icon of a tool; one that is not installed any more has none. */
function ToolMark({ id, category }: { id: string; category: string | null | undefined }) {
  if (category) {
    return (
      <ToolIcon icon={`/api/tools/${encodeURIComponent(id)}/icon.svg`} category={category} size={MARK_PX} />
    );
  }
  return <Mark icon="document" />;
}

const Mark = ({ icon }: { icon: IconName }) => (
  <Text component="span" c="dimmed" lh={1} w={MARK_PX} ta="center">
    <Icon name={icon} size={18} />
  </Text>
);

type RowProps = { mark: ReactNode; title: string; to: string | null; facts: string; at: string };

/** A line of a list: what it is, and when. */
function Row({ mark, title, to, facts, at }: RowProps) {
  const { ago, dateTime } = useTexts("dashboard");
  return (
    <li className="dashboard-row">
      {mark}
      <span className="dashboard-row-text">
        {to ? (
          <Link to={to} className="dashboard-link">
            {title}
          </Link>
        ) : (
          title
        )}
        {facts && <span className="dashboard-row-facts">{facts}</span>}
      </span>
      <time className="dashboard-row-time" dateTime={at} title={dateTime(at)}>
        {ago(at)}
      </time>
    </li>
  );
}

/** The latest texts of the project, or of all. */
export function RecentTexts({ figures: { recent, tools } }: { figures: Figures }) {
  const { t, href } = useTexts("dashboard");
  return (
    <Panel
      title={t("dashboard.recent.title")}
      aside={
        <Anchor component={Link} to={href("archive")} size="sm">
          {t("dashboard.recent.all")}
        </Anchor>
      }
    >
      <Card withBorder padding={0}>
        <ul className="dashboard-list">
          {recent.map(({ id, title, tool, created_at }) => (
            <Row
              key={id}
              mark={<ToolMark id={tool} category={tools[tool]?.category} />}
              title={title || t("dashboard.recent.untitled")}
              to={href("document", { document: id })}
              facts={tools[tool]?.name ?? tool}
              at={created_at}
            />
          ))}
        </ul>
      </Card>
    </Panel>
  );
}

type Change = Figures["changes"][number];

const ICONS: Record<Change["kind"], IconName> = {
  written: "spark",
  edited: "edit",
  job: "table",
  order: "shop",
};

/** What changed lately: texts that were written and edited, tables that are done, orders of shops. */
export function Changes({ figures: { changes, tools } }: { figures: Figures }) {
  const { t, href } = useTexts("dashboard");
  const placeOf = ({ kind, id, shop_id }: Change) => {
    if (kind === "order") return shop_id && href("shop", { shop: shop_id });
    if (!id) return href("archive");
    return kind === "job" ? href("bulkJob", { job: id }) : href("document", { document: id });
  };
  const textOf = ({ kind, count, title, id }: Change) => {
    if (kind === "written" && !id) return t("dashboard.change.texts", { count });
    const name = title || t("dashboard.recent.untitled");
    return t(`dashboard.change.${kind}`, { count, name });
  };
  return (
    <Panel title={t("dashboard.change.title")}>
      <Card withBorder padding={0}>
        {changes.length === 0 && <Dim p="md">{t("dashboard.change.none")}</Dim>}
        <ul className="dashboard-list">
          {changes.map((change) => (
            <Row
              key={`${change.kind}-${change.at}-${change.tool}`}
              mark={<Mark icon={ICONS[change.kind]} />}
              title={textOf(change)}
              to={placeOf(change)}
              facts={tools[change.tool]?.name ?? change.tool}
              at={change.at}
            />
          ))}
        </ul>
      </Card>
    </Panel>
  );
}
