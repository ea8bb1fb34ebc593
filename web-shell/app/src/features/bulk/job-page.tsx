import { Alert, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { isRefusal } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { EmptyState } from "../../ui/empty-state";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Dim, Line } from "../../ui/texts";
import { JobActions } from "./job-actions";
import { JobRows } from "./job-rows";
import { JobBadge, JobProgress, useCounts } from "./job-status";
import { type Job, useJob } from "./jobs";
import { Price, RowProblems } from "./price";
import "./bulk.css";

/** One job: how far it is, what it costs, what became of each row. */
export default function JobPage() {
  const { t } = useTranslation("bulk");
  const href = useHref();
  const { job: id = "" } = useParams();
  const { data: job, error } = useJob(id);
  const back = <BackLink to={href("bulk")}>{t("bulk.list.title")}</BackLink>;
  if (!job && isRefusal(error)) {
    return (
      <EmptyState icon="table" level={1} title={t("bulk.job.goneTitle")} text={t("bulk.job.goneText")}>
        {back}
      </EmptyState>
    );
  }
  if (!job) return <Loading h={320} radius="lg" />;
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{job.name}</PageTitle>
      {back}
      <Heading job={job} />
      {job.problem && (
        <Alert color="yellow" icon={<Icon name="pause" />} title={t("bulk.job.pausedTitle")}>
          {job.problem.message}
        </Alert>
      )}
      <Overview job={job} />
      {job.status === "ready" && <RowProblems job={job} />}
      <JobRows job={job} />
    </Stack>
  );
}

function Heading({ job }: { job: Job }) {
  const { t } = useTranslation("bulk");
  const { dateTime } = useFormats();
  const tool = useNamedTool(job.tool);
  return (
    <div>
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          {job.name}
        </Title>
        <div role="status">
          <JobBadge status={job.status} />
        </div>
      </Group>
      <Line mt={4} of={[tool?.name, t("bulk.job.sent", { when: dateTime(job.created_at) })]} />
    </div>
  );
}

function Overview({ job }: { job: Job }) {
  const { t } = useTranslation("bulk");
  const { number } = useFormats();
  const counts = useCounts();
  const isOver = job.status === "done" || job.status === "cancelled";
  const { charged } = job.words;
  return (
    <Card withBorder component="section" aria-label={t("bulk.job.overview")}>
      <Stack gap="sm">
        {job.status !== "ready" && <JobProgress job={job} />}
        <Text data-testid="counts">{counts(job)}</Text>
        {!isOver && <Price job={job} />}
        {job.status !== "ready" && (
          <Dim>{t("bulk.price.charged", { count: charged, words: number(charged) })}</Dim>
        )}
        <JobActions job={job} />
      </Stack>
    </Card>
  );
}
