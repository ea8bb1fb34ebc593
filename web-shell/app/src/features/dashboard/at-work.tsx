import { Box, Card, Progress, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useHref } from "../../i18n/use-page-language";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { isAtWork, type Job, type Run, runsAtWork, useJobs, useRuns } from "./work";

/** What is being written at this moment, and how far it is. Nothing where nothing is. */
export function AtWork() {
  const { t } = useTranslation("dashboard");
  const jobs = useJobs().filter(isAtWork);
  const runs = runsAtWork(useRuns()?.data ?? [], jobs);
  if (jobs.length + runs.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={t("dashboard.work.title")}>
      <Title order={2} size="h3">
        {t("dashboard.work.title")}
      </Title>
      <Card withBorder padding={0}>
        <ul className="dashboard-list">
          {jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
          {runs.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ul>
      </Card>
    </Stack>
  );
}

function JobItem({ job }: { job: Job }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const { rows } = job;
  const total = rows.total - rows.invalid;
  const done = rows.succeeded + rows.failed + rows.cancelled;
  return (
    <Item
      tool={job.tool}
      name={job.name}
      to={href("bulkJob", { job: job.id })}
      text={t("dashboard.work.rows", { done, total })}
      share={total > 0 ? (done / total) * 100 : 0}
    />
  );
}

function RunItem({ run }: { run: Run }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const { progress, status, tool } = run;
  const name = useNamedTool(tool)?.name ?? tool;
  const share = progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0;
  return (
    <Item
      tool={tool}
      name={name}
      to={href("tool", { tool })}
      text={progress?.label || t(status === "queued" ? "dashboard.work.queued" : "dashboard.work.running")}
      share={share}
    />
  );
}

type ItemProps = { tool: string; name: string; to: string; text: string; share: number };

function Item({ tool, name, to, text, share }: ItemProps) {
  const { t } = useTranslation("dashboard");
  const icon = useNamedTool(tool)?.icon;
  return (
    <li className="dashboard-item">
      {icon && <ToolIcon icon={icon} size={40} />}
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
