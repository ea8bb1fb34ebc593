import { Alert, Card, Group, Stack, Text } from "@mantine/core";
import { HeatStrip } from "@sitewright/ui/chart";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Line, TextButton } from "../../ui/texts";
import { JobProgress, useCounts, useRowNames } from "./job-status";
import { type Job, rowsOver } from "./jobs";
import { minutesLeft } from "./minutes-left";
import { Price } from "./price";
import { cellsOf, type RowName, rowOf } from "./strip";

type Props = { job: Job; onRow: (row: number) => void; children: ReactNode };

/** How far a job is, what it costs, and its actions. */
export function Overview({ job, onRow, children }: Props) {
  const { t, number } = useTexts("bulk");
  const counts = useCounts();
  const isOver = job.status === "done" || job.status === "cancelled";
  const { charged } = job.words;
  return (
    <Card withBorder component="section" aria-label={t("bulk.job.overview")}>
      <Stack gap="sm">
        {job.status !== "ready" && <HowFar job={job} />}
        {job.status !== "ready" && <Strip job={job} onRow={onRow} />}
        <Text data-testid="counts">{counts(job)}</Text>
        {!isOver && <Price job={job} />}
        {job.status !== "ready" && (
          <Dim>{t("bulk.price.charged", { count: charged, words: number(charged) })}</Dim>
        )}
        {children}
      </Stack>
    </Card>
  );
}

/** The finished share of a job and the time that the rest takes. */
function HowFar({ job }: { job: Job }) {
  const { t, number } = useTexts("bulk");
  const total = job.rows.total - job.rows.invalid;
  const over = rowsOver(job);
  const minutes = job.status === "running" ? minutesLeft(job) : null;
  return (
    <div>
      <Line
        mb={6}
        of={[
          t("bulk.job.over", { count: total, over: number(over), total: number(total) }),
          minutes !== null && t("bulk.order.minutesLeft", { count: minutes }),
        ]}
      />
      <JobProgress job={job} />
    </div>
  );
}

const LEGEND: RowName[] = ["succeeded", "gaps", "failed", "running", "waiting", "invalid", "cancelled"];

/** Each row of the job as a cell that leads to it. */
function Strip({ job, onRow }: Omit<Props, "children">) {
  const { t, number } = useTexts("bulk");
  const nameOf = useRowNames();
  const strip = job.strip ?? [];
  const cells = cellsOf(strip);
  const drawn = cells.map(({ first, last, state, name }) => ({
    key: first,
    state,
    title: t(first === last ? "bulk.strip.row" : "bulk.strip.rows", {
      first: number(first),
      last: number(last),
      state: nameOf(name),
    }),
  }));
  const pick = (place: number) => {
    const cell = cells[place];
    if (cell) onRow(rowOf(strip, cell));
  };
  return (
    <div>
      <HeatStrip label={t("bulk.strip.label")} cells={drawn} onPick={pick} />
      <ul className="bulk-legend" aria-hidden="true">
        {LEGEND.map((name) => ({ name, cell: cells.find((cell) => cell.name === name) })).map(
          ({ name, cell }) =>
            cell && (
              <li key={name}>
                <i className="sw-heat-cell" data-state={cell.state} /> {nameOf(name)}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

/** A text with places to fill in is not finished, although its row is. */
export function GapsNotice({ job, onShow }: { job: Job; onShow: () => void }) {
  const { t, number } = useTexts("bulk");
  const { gaps } = job.rows;
  if (gaps === 0) return null;
  const key = job.status === "done" ? "bulk.gaps.done" : "bulk.gaps.so_far";
  return (
    <Alert color="yellow" icon={<Icon name="edit" />} title={t(key, { count: gaps, texts: number(gaps) })}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {t("bulk.gaps.text")}
        </Text>
        <TextButton label={t("bulk.gaps.show")} onClick={onShow} />
      </Group>
    </Alert>
  );
}
