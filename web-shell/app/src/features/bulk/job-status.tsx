import { Progress } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { type Job, type JobStatus, type RowStatus, rowsOver } from "./jobs";

const MARKS: Record<JobStatus | RowStatus, Mark> = {
  ready: "plain",
  waiting: "plain",
  running: "good",
  paused: "warn",
  done: "good",
  succeeded: "good",
  cancelled: "plain",
  failed: "bad",
  invalid: "bad",
};

export function JobBadge({ status }: { status: JobStatus }) {
  const { t } = useTexts("bulk");
  return <StateBadge mark={MARKS[status]}>{t(`bulk.status.${status}`)}</StateBadge>;
}

export function RowBadge({ status }: { status: RowStatus }) {
  const { t } = useTexts("bulk");
  return <StateBadge mark={MARKS[status]}>{t(`bulk.row.${status}`)}</StateBadge>;
}

/** The finished share of the rows that can be run. */
export function JobProgress({ job }: { job: Job }) {
  const { t } = useTexts("bulk");
  const all = job.rows.total - job.rows.invalid;
  const share = all > 0 ? (rowsOver(job) / all) * 100 : 0;
  return <Progress value={share} aria-label={t("bulk.job.progress")} animated={job.status === "running"} />;
}

/** The number of rows in each state, as text. */
export function useCounts() {
  const { t } = useTexts("bulk");
  const kinds = ["succeeded", "failed", "running", "waiting", "cancelled", "invalid"] as const;
  return ({ rows }: Job) =>
    [
      t("bulk.count.total", { count: rows.total }),
      ...kinds.filter((kind) => rows[kind] > 0).map((kind) => t(`bulk.count.${kind}`, { count: rows[kind] })),
    ].join(" · ");
}
