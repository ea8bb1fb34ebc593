import { Card } from "@mantine/core";
import { useApi } from "../../api/client";
import { useHeard } from "../../api/live";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Panel } from "../../ui/page";
import { Dim, TextLink } from "../../ui/texts";
import { type Audit, isOpen, POLL_MS, pathOf } from "./audits";
import { FindingItem } from "./finding-item";
import { StatusBadge } from "./marks";
import { useWords } from "./words";

const FINDINGS = 10;
const PAGES = 8;

/** What an audit has found so far, errors first. */
export function SoFar({ audit }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  const { data } = useApi(
    "/api/audits/{id}/findings",
    { path: { id: audit.id }, query: { page: 1, per_page: FINDINGS } },
    useHeard(POLL_MS),
  );
  return (
    <Panel
      title={t("audits.live.findings")}
      aside={
        data &&
        data.total > 0 && (
          <Dim>{t("audits.live.total", { count: data.total, total: number(data.total) })}</Dim>
        )
      }
    >
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && <Dim>{t(isOpen(audit) ? "audits.live.noneYet" : "audits.live.none")}</Dim>}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="audit-findings" aria-label={t("audits.live.findings")}>
            {data.data.map((finding) => (
              <FindingItem
                key={`${finding.rule} ${finding.page}`}
                audit={audit}
                finding={finding}
                shows={["rule", "page"]}
              />
            ))}
          </ul>
        </Card>
      )}
    </Panel>
  );
}

/** Pages that were fetched. Before findings are counted, the latest addresses come first. */
export function NewestPages({ audit }: { audit: Audit }) {
  const { t } = useTexts("audits");
  const words = useWords();
  const { data } = useApi(
    "/api/audits/{id}/pages",
    { path: { id: audit.id }, query: { page: 1, per_page: PAGES } },
    useHeard(POLL_MS),
  );
  if (!data?.total) return null;
  return (
    <Panel title={t("audits.live.pages")}>
      <Card withBorder padding={0}>
        <ul className="audit-lines" aria-label={t("audits.live.pages")}>
          {data.data.map(({ number, url, status }) => (
            <li key={number}>
              <TextLink to={words.addressHref(audit.id, number)} size="sm" underline="hover">
                {pathOf(url)}
              </TextLink>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      </Card>
    </Panel>
  );
}
