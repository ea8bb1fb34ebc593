import { Alert, Anchor, Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { apiQuery, isRefusal } from "../../api/client";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { FilterSelect } from "../../ui/filter-select";
import { Pager } from "../../ui/list";
import { notify } from "../../ui/notify";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Dim, Line, Small, Subtitle, TextButton, Wrong } from "../../ui/texts";
import { JobBadge, JobProgress, RowBadge, useCounts } from "./job-status";
import {
  deleteJob,
  type Job,
  type JobRow,
  type RowStatus,
  resultHref,
  type Turn,
  useFieldTitle,
  useJob,
  useTurn,
} from "./jobs";
import { Price, RowProblems } from "./price";
import "./bulk.css";

type QuestionProps = {
  job: Job;
  what: "cancel" | "delete";
  onClose: () => void;
  onCancel: () => void;
};

const STATUSES: RowStatus[] = ["succeeded", "failed", "running", "waiting", "invalid", "cancelled"];

/** One job: its progress, its price, and the state of each row. */
export default function JobPage() {
  const { t, href } = useTexts("bulk");
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
  const { t, dateTime } = useTexts("bulk");
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
  const { t, number } = useTexts("bulk");
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

/** The rows of a job by page; the address stores page and filter. */
function JobRows({ job }: { job: Job }) {
  const { t } = useTexts("bulk");
  const { data, filter, pager } = useList(
    "/api/bulk/{id}/rows",
    ({ get }) => {
      const status = STATUSES.find((known) => known === get("status"));
      return { path: { id: job.id }, query: { ...(status && { status }) } };
    },
    { isPart: true, throwOnError: false },
  );
  const status = filter.get("status");
  return (
    <Stack component="section" gap="sm" aria-labelledby="bulk-rows">
      <Group justify="space-between">
        <Subtitle id="bulk-rows">{t("bulk.rows.title")}</Subtitle>
        <FilterSelect
          filter={filter}
          name="status"
          any={t("bulk.rows.all")}
          aria-label={t("bulk.rows.filter")}
          data={STATUSES.filter((kind) => kind === status || job.rows[kind] > 0).map((kind) => ({
            value: kind,
            label: t(`bulk.row.${kind}`),
          }))}
        />
      </Group>
      {data && data.data.length > 0 ? (
        <Card withBorder padding={0}>
          <ul className="bulk-list">
            {data.data.map((row) => (
              <RowItem key={row.number} row={row} tool={job.tool} />
            ))}
          </ul>
        </Card>
      ) : (
        <Text c="dimmed">{data ? t("bulk.rows.none") : " "}</Text>
      )}
      <Pager {...pager} />
    </Stack>
  );
}

function RowItem({ row, tool }: { row: JobRow; tool: string }) {
  const { t, href } = useTexts("bulk");
  const titleOf = useFieldTitle(tool);
  const cells = row.cells.filter(Boolean).slice(0, 4).join(" · ");
  const errors = Object.entries(row.problem?.errors ?? {}).map(([path, texts]) => {
    const title = titleOf(path.split(".")[1]);
    return title ? `${title}: ${texts.join(" ")}` : texts.join(" ");
  });
  const problem = errors.length > 0 ? errors.join(" ") : row.problem?.message;
  return (
    <li className="bulk-item">
      <Small span className="bulk-number">
        {row.number}
      </Small>
      <Box miw={0} flex={1}>
        <Small lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {cells}
        </Small>
        {problem && <Wrong>{problem}</Wrong>}
        <Group gap="sm" mt={4}>
          <RowBadge status={row.status} />
          {row.document_id && (
            <Anchor
              component={Link}
              to={href("document", { document: row.document_id })}
              size="sm"
              aria-label={t("bulk.rows.openRow", { number: row.number })}
            >
              {t("bulk.rows.open")}
            </Anchor>
          )}
        </Group>
      </Box>
    </li>
  );
}

/** The actions of a job in its current state. */
function JobActions({ job }: { job: Job }) {
  const { t } = useTexts("bulk");
  const turn = useTurn(job.id);
  const [asking, setAsking] = useState<"cancel" | "delete" | null>(null);
  const { status, rows } = job;
  const button = (what: Turn, icon: IconName, label: string, isMain = true) => (
    <TextButton
      label={label}
      variant={isMain ? "filled" : "default"}
      icon={icon}
      loading={turn.isPending && turn.variables === what}
      onClick={() => turn.mutate(what)}
    />
  );
  return (
    <Group gap="xs">
      {status === "ready" &&
        rows.waiting > 0 &&
        button("start", "play", t("bulk.action.start", { count: rows.waiting }))}
      {status === "running" && button("pause", "pause", t("bulk.action.pause"))}
      {status === "paused" && button("resume", "play", t("bulk.action.resume"))}
      {rows.failed > 0 &&
        status !== "running" &&
        button("retry-failed", "again", t("bulk.action.retry", { count: rows.failed }), status !== "paused")}
      {status !== "ready" && (
        <TextButton label={t("bulk.action.download")} file={resultHref(job.id)} icon="download" />
      )}
      {(status === "running" || status === "paused") && (
        <TextButton label={t("bulk.action.cancel")} icon="stop" onClick={() => setAsking("cancel")} />
      )}
      <TextButton
        label={t("bulk.action.delete")}
        variant="subtle"
        isDanger
        icon="trash"
        onClick={() => setAsking("delete")}
      />
      {asking && (
        <Question
          job={job}
          what={asking}
          onClose={() => setAsking(null)}
          onCancel={() => turn.mutate("cancel")}
        />
      )}
    </Group>
  );
}

/** Neither can be undone, so both require a confirmation. */
function Question({ job, what, onClose, onCancel }: QuestionProps) {
  const { t, href } = useTexts("bulk");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async () => {
    await deleteJob(job.id);
    await navigate(href("bulk"));
    queries.removeQueries(apiQuery("/api/bulk/{id}", { path: { id: job.id } }));
    queries.invalidateQueries(at("/api/bulk"));
    notify.success(t("bulk.ask.deleted"));
  };
  const confirm = () => {
    onClose();
    if (what === "cancel") onCancel();
    else remove();
  };
  return (
    <Dialog title={t(`bulk.ask.${what}Title`)} onClose={onClose}>
      <Small>{t(`bulk.ask.${what}Text`)}</Small>
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("bulk.ask.back")} onClick={onClose} data-autofocus />
        <Button onClick={confirm}>{t(`bulk.ask.${what}`)}</Button>
      </Group>
    </Dialog>
  );
}
