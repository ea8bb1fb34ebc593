import { Box, Card, Progress, Stack, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Loading, PageHead, Panel } from "../../ui/page";
import { Dim, IconButton, TextButton } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { type Step, useSteps } from "./use-steps";
import { isAtWork, type Job, type Run, runsAtWork, useJobs, useRuns } from "./work";
import "./dashboard.css";

type ItemProps = { tool: string; name: string; to: string; text: string; share: number };

/** The last known number of steps. It reserves their space while they load, so that nothing below moves. */
const remembered = {
  key: "sitewright.steps",
  read: () => Number(localStorage.getItem(remembered.key) ?? 3),
  write: (count: number) => localStorage.setItem(remembered.key, String(count)),
};

const TITLE_PX = 40;

const STEP_PX = 84;

const SCARCE = 10;

type Props = { documents: ReactNode; tools: ReactNode; notifications: ReactNode };

/** The start page: running work, recent documents, tools. */
export function DashboardPage({ documents, tools, notifications }: Props) {
  const { t, href } = useTexts("dashboard");
  const user = useUser();
  return (
    <Stack gap="xl">
      <PageHead
        title={t("dashboard.page.title")}
        heading={t("dashboard.page.welcome", { name: user.name.split(" ")[0] })}
        lead={t("dashboard.page.lead")}
      >
        <TextButton label={t("dashboard.page.start")} isMain to={href("tools")} icon="spark" />
      </PageHead>
      <div className="dashboard-columns">
        <WordsCard />
        <Stack gap="xl" className="dashboard-main">
          <NextSteps />
          <AtWork />
          {tools}
          {documents}
        </Stack>
        {notifications}
      </div>
    </Stack>
  );
}

function WordsCard() {
  const { t, number } = useTexts("dashboard");
  const { words } = useUser();
  const share = words.allowance > 0 ? (words.left / words.allowance) * 100 : 0;
  return (
    <Card component="section" withBorder padding="lg" aria-label={t("dashboard.words.title")}>
      <Title order={2} size="h5" c="dimmed">
        {t("dashboard.words.title")}
      </Title>
      <Text fz={40} lh={1.1} mt="xs" ff="var(--sw-serif)">
        {number(words.left)}
      </Text>
      <Dim mb="md">{t("dashboard.words.of", { allowance: number(words.allowance) })}</Dim>
      <Progress
        value={share}
        color={share < SCARCE ? "red" : undefined}
        aria-label={t("dashboard.words.title")}
      />
      <Dim mt="sm">{t("dashboard.words.used", { count: words.used, used: number(words.used) })}</Dim>
    </Card>
  );
}

/** A short list that follows the state of the account; nothing if all steps are done. */
function NextSteps() {
  const { t } = useTexts("dashboard");
  const { steps, dismiss } = useSteps();
  const count = steps?.length;
  useEffect(() => {
    if (count !== undefined) remembered.write(count);
  }, [count]);
  if (!steps) {
    const expected = remembered.read();
    return expected > 0 ? <Loading h={TITLE_PX + expected * STEP_PX} radius="lg" /> : null;
  }
  if (steps.length === 0) return null;
  return (
    <Panel title={t("dashboard.steps.title")}>
      <Card withBorder padding={0}>
        <ul className="dashboard-list">
          {steps.map((step) => (
            <Item key={step.id} step={step} onDismiss={() => dismiss(step)} />
          ))}
        </ul>
      </Card>
    </Panel>
  );
}

function Item({ step, onDismiss }: { step: Step; onDismiss: () => void }) {
  const { t } = useTexts("dashboard");
  const title = <Text fw={600}>{step.title}</Text>;
  return (
    <li className="dashboard-item">
      <span className="dashboard-sign">
        <Icon name={step.icon} />
      </span>
      <Box miw={0} flex={1}>
        {step.to ? (
          <Link to={step.to} className="dashboard-link">
            {title}
          </Link>
        ) : (
          title
        )}
        <Dim className="dashboard-text">{step.text}</Dim>
      </Box>
      <IconButton
        icon="close"
        iconSize={16}
        label={t("dashboard.steps.dismiss", { title: step.title })}
        className="dashboard-above"
        c="var(--mantine-color-text)"
        onClick={onDismiss}
      />
    </li>
  );
}

/** The current runs and their progress; nothing if there are none. */
function AtWork() {
  const { t } = useTexts("dashboard");
  const jobs = useJobs().filter(isAtWork);
  const runs = runsAtWork(useRuns()?.data ?? [], jobs);
  if (jobs.length + runs.length === 0) return null;
  return (
    <Panel title={t("dashboard.work.title")}>
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
