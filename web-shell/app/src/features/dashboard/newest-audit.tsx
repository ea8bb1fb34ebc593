import { Box, Card, Text } from "@mantine/core";
import { Ring } from "@sitewright/ui/chart";
import { Link } from "react-router";
import { useApi } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { useExpected } from "../../ui/use-expected";

const RING_PX = 48;
const PANEL_PX = 124;

/** The score of the newest audit of the selected project; nothing if it has none. */
export function NewestAudit() {
  const { t, href, number, ago } = useTexts("dashboard");
  const project = useProjects()?.selected_project;
  const { data } = useApi(
    "/api/audits",
    { query: { ...(project && { project }), page: 1, per_page: 1 } },
    { enabled: Boolean(project), throwOnError: false },
  );
  const audit = data?.data[0];
  const expected = useExpected("sitewright.audit", data && (audit ? 1 : 0), 0);
  if (!audit) return expected > 0 && !data ? <Box mih={PANEL_PX} /> : null;
  const { id, score, errors, created_at } = audit;
  return (
    <Panel title={t("dashboard.audit.title")}>
      <Card withBorder className="dashboard-audit">
        <Ring
          label={
            score === null
              ? t("dashboard.audit.noScore")
              : t("dashboard.audit.score", { score: number(Math.round(score)) })
          }
          value={(score ?? 0) / 100}
          text={score === null ? "–" : number(Math.round(score))}
          size={RING_PX}
        />
        <Box miw={0} flex={1}>
          <Link to={href("audit", { audit: id })} className="dashboard-link">
            <Text fw={600}>
              {score === null
                ? t("dashboard.audit.noScore")
                : t("dashboard.audit.errors", { count: errors, errors: number(errors) })}
            </Text>
          </Link>
          <Dim>{ago(created_at)}</Dim>
        </Box>
      </Card>
    </Panel>
  );
}
