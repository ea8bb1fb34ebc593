import { Group, Progress } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { type Job, type JobRow, type JobStatus, type RowStatus, rowsOver } from "./jobs";
import type { RowName } from "./strip";

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

/** The state of a job, and how many of its texts are still to be filled in. */
export function JobBadge({ job: { status, rows } }: { job: Pick<Job, "status" | "rows"> }) {
  const { t } = useTexts("bulk");
  return (
    <Group gap={6}>
      <StateBadge mark={MARKS[status]}>{t(`bulk.status.${status}`)}</StateBadge>
      <GapsBadge count={rows.gaps} what="texts" />
    </Group>
  );
}

/** Texts with places to fill in, or the places of one text; nothing if there are none. */
export function GapsBadge({ count, what }: { count: number; what: "texts" | "places" }) {
  const { t } = useTexts("bulk");
  return count > 0 ? <StateBadge mark="warn">{t(`bulk.gaps.${what}`, { count })}</StateBadge> : null;
}

/** The one word for the state of a row. */
export function useRowNames() {
  const { t } = useTexts("bulk");
  return (name: RowName) => t(name === "gaps" ? "bulk.gaps.filter" : `bulk.row.${name}`);
}

/** The state of a row; a text with places to fill in is not done. */
export function RowBadge({ row: { status, gaps } }: { row: JobRow }) {
  const nameOf = useRowNames();
  if (gaps > 0) return <GapsBadge count={gaps} what="places" />;
  return <StateBadge mark={MARKS[status]}>{nameOf(status)}</StateBadge>;
}

/** The finished share of the rows that can be run. */
export function JobProgress({ job }: { job: Job }) {
  const { t } = useTexts("bulk");
  const all = job.rows.total - job.rows.invalid;
  const share = all > 0 ? (rowsOver(job) / all) * 100 : 0;
  return <Progress value={share} aria-label={t("bulk.job.progress")} animated={job.status === "running"} />;
}

/** The number of rows in each state, as text. The numbers between the dots add up to the first one. */
export function useCounts() {
  const { t } = useTexts("bulk");
  const kinds = ["succeeded", "failed", "running", "waiting", "cancelled", "invalid"] as const;
  return ({ rows }: Job) => {
    const tell = (kind: (typeof kinds)[number]) => {
      const told = t(`bulk.count.${kind}`, { count: rows[kind] });
      if (kind !== "succeeded" || rows.gaps === 0) return told;
      return `${told}, ${t("bulk.count.gaps", { count: rows.gaps })}`;
    };
    const all = kinds.filter((kind) => rows[kind] > 0).map(tell);
    return [t("bulk.count.total", { count: rows.total }), ...all].join(" · ");
  };
}
