import { Anchor, Card } from "@mantine/core";
import { Sparkline } from "@sitewright/ui/chart";
import { Link } from "react-router";
import { useApi } from "../../api/client";
import { labelsOf, useSelectProject } from "../../api/projects";
import { utcOffset } from "../../api/utc-offset";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Panel } from "../../ui/page";
import { ProjectMark } from "../../ui/project-mark";

const SHOWN = 6;
const ROW_PX = 44;

/** The projects with the most recent work. */
export function ProjectsPanel() {
  const { t, href, number } = useTexts("dashboard");
  const select = useSelectProject();
  const all = useApi("/api/projects", { query: { utc_offset: utcOffset() } }).data?.projects;
  const labels = labelsOf(all ?? []);
  const latest = [...(all ?? [])]
    .sort((one, other) => (other.active_at ?? "").localeCompare(one.active_at ?? ""))
    .slice(0, SHOWN);
  return (
    <Panel
      title={t("dashboard.projects.title")}
      aside={
        <Anchor component={Link} to={href("projects")} size="sm">
          {t("dashboard.projects.all")}
        </Anchor>
      }
    >
      {!all && <Loading h={SHOWN * ROW_PX} radius="lg" />}
      {all && (
        <Card withBorder padding={0}>
          <ul className="dashboard-list">
            {latest.map((project) => (
              <li key={project.id} className="dashboard-row">
                <ProjectMark {...project} size={28} />
                <span className="dashboard-row-text">
                  <Link to={href("dashboard")} className="dashboard-link" onClick={() => select(project.id)}>
                    {labels.get(project.id)}
                  </Link>
                </span>
                <Sparkline
                  label={t("dashboard.projects.words", {
                    count: project.words,
                    words: number(project.words),
                  })}
                  values={project.days}
                />
                <span className="dashboard-row-number">{number(project.words)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Panel>
  );
}
