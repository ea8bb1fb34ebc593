import { Group, Stack, Title } from "@mantine/core";
import { type ReactNode, useDeferredValue } from "react";
import { useSearchParams } from "react-router";
import { useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Loading, PageTitle } from "../../ui/page";
import { ProjectMark } from "../../ui/project-mark";
import { Lead, TextButton } from "../../ui/texts";
import { AtWork } from "./at-work";
import { FigureRow, FirstFigure } from "./figure-row";
import { ALL, type Figures, isOfAll, useFigures } from "./figures";
import { FirstText } from "./first-text";
import { NewestAudit } from "./newest-audit";
import { NextSteps } from "./next-steps";
import { ProjectsPanel } from "./projects-panel";
import { Changes, RecentTexts } from "./texts-and-changes";
import { WordsChart } from "./words-chart";
import "./dashboard.css";

/** The start page: how the selected project, or all of them, are doing, and what to do next. */
export function DashboardPage({ tools }: { tools: ReactNode }) {
  const [params] = useSearchParams();
  const isAll = isOfAll(params);
  // Figures, charts and lists are much to draw: the page reacts meanwhile.
  const figures = useDeferredValue(useFigures(isAll));
  const known = useProjects();
  // The heading follows the selection at once, the figures a moment later.
  const isOther = figures && known && figures.project !== (isAll ? null : known.selected_project);
  const isNew = figures?.texts.total === 0 && figures.uses.length === 0;
  return (
    <Stack gap="lg">
      <Head isAll={isAll} />
      <div className="dashboard" aria-busy={isOther || !figures}>
        <div className="dashboard-top">
          {!figures && <Loading className="dashboard-figures" radius="lg" />}
          {figures && (isNew ? <FirstFigure figures={figures} /> : <FigureRow figures={figures} />)}
        </div>
        <Stack gap="lg" className="dashboard-side">
          <NextSteps />
          <AtWork />
          <NewestAudit />
        </Stack>
        <Stack gap="lg" className="dashboard-main">
          {figures ? <Body figures={figures} isNew={isNew} isAll={isAll} /> : <BodyToCome />}
          {/* Above them nothing moves any more. */}
          {figures && tools}
        </Stack>
        {figures && !isNew && (
          <div className="dashboard-changes">
            <Changes figures={figures} />
          </div>
        )}
      </div>
    </Stack>
  );
}

/** The project, the switch between it and all, and the main action. */
function Head({ isAll }: { isAll: boolean }) {
  const { t, href } = useTexts("dashboard");
  const [, setParams] = useSearchParams();
  const { name } = useUser();
  const known = useProjects();
  const project = known?.projects.find(({ id }) => id === known.selected_project);
  const welcome = t("dashboard.page.welcome", { name: name.split(" ")[0] });
  const heading = isAll ? t("dashboard.page.all") : (project?.name ?? welcome);
  return (
    <div className="dashboard-head">
      <PageTitle>{t("dashboard.page.title")}</PageTitle>
      <div className="dashboard-heading">
        <Group gap="sm" wrap="nowrap" mih={40}>
          {project && !isAll && <ProjectMark {...project} size={40} />}
          <Title order={1} lineClamp={1} title={heading}>
            {heading}
          </Title>
        </Group>
        {/* In the opening too: it is painted before the program is there. */}
        <Lead className="sw-sentences">
          <span>{t("dashboard.page.lead")}</span> <span>{t("dashboard.page.parts")}</span>
        </Lead>
      </div>
      <div className="dashboard-actions">
        {(known?.projects.length ?? 0) > 1 && (
          <fieldset className="dashboard-which" aria-label={t("dashboard.page.which")}>
            {[false, true].map((all) => (
              <TextButton
                key={String(all)}
                label={t(all ? "dashboard.page.all" : "dashboard.page.one")}
                variant={all === isAll ? "light" : "subtle"}
                color={all === isAll ? undefined : "gray"}
                aria-pressed={all === isAll}
                onClick={() => setParams(all ? { projects: ALL } : {}, { replace: true })}
              />
            ))}
          </fieldset>
        )}
        <TextButton label={t("dashboard.page.start")} isMain to={href("tools")} icon="spark" />
      </div>
    </div>
  );
}

function Body({ figures, isNew, isAll }: { figures: Figures; isNew: boolean; isAll: boolean }) {
  const { left } = useUser().words;
  return (
    <>
      {isNew ? <FirstText /> : <WordsChart figures={figures} left={left} />}
      {isAll && <ProjectsPanel />}
      {figures.recent.length > 0 && <RecentTexts figures={figures} />}
    </>
  );
}

/** The places of the chart and of the lists. */
const BodyToCome = () => <Loading h={620} radius="lg" />;
