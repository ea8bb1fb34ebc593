import { Alert, Button, Group, Stack, Title } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useNamedTool } from "../../api/catalogue";
import { apiQuery, isRefusal } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Line, Small, TextButton } from "../../ui/texts";
import { GapsNotice, Overview } from "./job-overview";
import { JobRows, showRows } from "./job-rows";
import { JobBadge } from "./job-status";
import { deleteJob, type Job, resultHref, type Turn, useJob, useTurn } from "./jobs";
import { RowProblems } from "./price";
import { GAPS, useRows } from "./use-rows";
import "./bulk.css";

type QuestionProps = {
  job: Job;
  what: "cancel" | "delete";
  onClose: () => void;
  onCancel: () => void;
};

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
      <JobBody job={job} />
    </Stack>
  );
}

function JobBody({ job }: { job: Job }) {
  const { t } = useTexts("bulk");
  const rows = useRows(job.id);
  const showGaps = () => {
    rows.filter.set("status", GAPS);
    showRows();
  };
  return (
    <>
      <Heading job={job} />
      {job.problem && (
        <Alert color="yellow" icon={<Icon name="pause" />} title={t("bulk.job.pausedTitle")}>
          {job.problem.message}
        </Alert>
      )}
      <GapsNotice job={job} onShow={showGaps} />
      <Overview job={job} onRow={rows.goTo}>
        <JobActions job={job} />
      </Overview>
      {job.status === "ready" && <RowProblems job={job} />}
      <JobRows job={job} {...rows} />
    </>
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
          <JobBadge job={job} />
        </div>
      </Group>
      <Line mt={4} of={[tool?.name, t("bulk.job.sent", { when: dateTime(job.created_at) })]} />
    </div>
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
