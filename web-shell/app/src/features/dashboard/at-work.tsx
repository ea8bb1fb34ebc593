import { Box, Card, Progress, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { Link } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { useExpected } from "../../ui/use-expected";
import { isAtWork, type Job, type Run, runsAtWork, useJobs, useRuns } from "./work";

type ItemProps = { tool: string; name: string; to: string; text: string; share: number };

const IDLE_PX = 44;
const ITEM_PX = 92;

/** The current runs and their progress. It is always there, so that a run that begins moves little. */
export function AtWork() {
  const { t } = useTexts("dashboard");
  const jobs = useJobs().filter(isAtWork);
  const latest = useRuns()?.data;
  const runs = runsAtWork(latest ?? [], jobs);
  const count = jobs.length + runs.length;
  const expected = useExpected("sitewright.work", latest && count, 0);
  const isIdle = count === 0;
  return (
    <Panel title={t("dashboard.work.title")}>
      <Box mih={Math.max(IDLE_PX, expected * ITEM_PX)}>
        {isIdle && (
          <div className="dashboard-idle">
            <Icon name="check" size={18} />
            <Dim>{t("dashboard.work.none")}</Dim>
          </div>
        )}
        {!isIdle && (
          <Card withBorder padding={0} component="ul" className="dashboard-list">
            {jobs.map((job) => (
              <JobItem key={job.id} job={job} />
            ))}
            {runs.map((run) => (
              <RunItem key={run.id} run={run} />
            ))}
          </Card>
        )}
      </Box>
    </Panel>
  );
}

function JobItem({ job }: { job: Job }) {
  const { t, href } = useTexts("dashboard");
  const { rows } = job;
  const total = rows.total - rows.invalid;
  const done = rows.succeeded + rows.failed + rows.cancelled;
  return (
    <AtWorkItem
      tool={job.tool}
      name={job.name}
      to={href("bulkJob", { job: job.id })}
      text={t("dashboard.work.rows", { done, total })}
      share={total > 0 ? (done / total) * 100 : 0}
    />
  );
}

function RunItem({ run }: { run: Run }) {
  const { t, href } = useTexts("dashboard");
  const { progress, status, tool } = run;
  const name = useNamedTool(tool)?.name ?? tool;
  const share = progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0;
  return (
    <AtWorkItem
      tool={tool}
      name={name}
      to={href("tool", { tool })}
      text={progress?.label || t(status === "queued" ? "dashboard.work.queued" : "dashboard.work.running")}
      share={share}
    />
  );
}

function AtWorkItem({ tool, name, to, text, share }: ItemProps) {
  const { t } = useTexts("dashboard");
  const known = useNamedTool(tool);
  return (
    <li className="dashboard-item">
      {known && <ToolIcon icon={known.icon} category={known.category} size={36} />}
      <Box miw={0} flex={1}>
        <Link to={to} className="dashboard-link">
          <Text fw={600} truncate>
            {name}
          </Text>
        </Link>
        <Dim mb={6}>{text}</Dim>
        <Progress value={share} aria-label={t("dashboard.work.progress", { name })} animated />
      </Box>
    </li>
  );
}
