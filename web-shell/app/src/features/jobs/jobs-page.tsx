import { Card } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { AdminTable } from "../../admin/admin";
import { type Answer, api, unwrap, useApi, withId } from "../../api/client";
import { type ListFilter, useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { type Column, DataTable, figure, Two } from "../../ui/data-table";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { sortingOf } from "../../ui/sorting";
import { StateBadge } from "../../ui/state-badge";
import { TextButton } from "../../ui/texts";

type Job = Answer<"/api/admin/jobs">["data"][number];

type JobStatus = Job["status"];

type Lane = Answer<"/api/admin/jobs/lanes">[number];

const STATUSES: JobStatus[] = ["ready", "running", "scheduled", "failed"];

const SORTS = ["due", "kind", "lane", "status", "failures"] as const;
const usual = { by: "due", order: "asc" } as const;

/** The polling interval: lanes change every second. */
const LOOK_MS = 5_000;

/** Requests the figures and the jobs at the same time, also for another filter or order: otherwise they contradict each other. */
function useLook({ get }: ListFilter) {
  const queries = useQueryClient();
  const [lane, status, sort] = [get("lane"), get("status"), get("sort")];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or order requests other jobs.
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      void queries.refetchQueries({ ...under("/api/admin/jobs"), type: "active" }, { cancelRefetch: false });
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [queries, lane, status, sort]);
}

const retryJob = (id: string) => unwrap(api.POST("/api/admin/jobs/{id}/retry", withId(id)));

const dropJob = (id: string) => unwrap(api.DELETE("/api/admin/jobs/{id}", withId(id)));

/** Background jobs: the lanes with waiting, running and failed jobs, and the jobs themselves. */
export default function JobsPage() {
  const { t } = useTexts("admin");
  const { data: lanes = [] } = useApi("/api/admin/jobs/lanes", {});
  const list = useList("/api/admin/jobs", (filter) => {
    const { get } = filter;
    const { by: sort, order } = sortingOf(filter, SORTS, usual);
    const status = STATUSES.find((status) => status === get("status"));
    return { query: { lane: get("lane") || undefined, status, sort, order } };
  });
  useLook(list.filter);
  return (
    <AdminTable
      title={t("admin.jobs.title")}
      lead={t("admin.jobs.lead")}
      before={lanes.length > 0 && <Lanes lanes={lanes} />}
      filters={<Filters filter={list.filter} lanes={lanes} />}
      list={list}
      empty={{ icon: "check", title: t("admin.jobs.none"), text: t("admin.jobs.noneText") }}
      width={960}
      columns={useColumns()}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
      actions={(job) => <Actions job={job} />}
    />
  );
}

/** The name of a kind or a lane; one that a newer server added has its code only. */
function useNames() {
  const { t } = useTexts("admin");
  return {
    ofKind: (kind: string) => {
      const key = kind.replaceAll(".", "-");
      return t(`admin.jobKind.${key}`, { defaultValue: kind });
    },
    ofLane: (lane: string) => t(`admin.jobLane.${lane}`, { defaultValue: lane }),
  };
}

function Lanes({ lanes }: { lanes: Lane[] }) {
  const { t, dateTime, number } = useTexts("admin");
  const names = useNames();
  return (
    <Card withBorder padding={0}>
      <DataTable
        label={t("admin.jobs.lanes")}
        width={520}
        rows={lanes}
        keyOf={({ name }) => name}
        columns={[
          {
            title: t("admin.jobs.lane"),
            isHead: true,
            cell: ({ name }) => names.ofLane(name),
          },
          ...STATUSES.map((status) =>
            figure(t(`admin.jobStatus.${status}`), (lane: Lane) => number(lane[status])),
          ),
          {
            title: t("admin.jobs.waitsSince"),
            cell: ({ waits_since }) => (waits_since ? dateTime(waits_since) : "–"),
          },
        ]}
      />
    </Card>
  );
}

function Filters({ filter, lanes }: { filter: ListFilter; lanes: Lane[] }) {
  const { t } = useTexts("admin");
  const names = useNames();
  const width = { base: "100%", xs: 240 };
  return (
    <FilterBar filter={filter} names={["lane", "status"]}>
      <FilterSelect
        filter={filter}
        name="lane"
        any={t("admin.jobs.anyLane")}
        w={width}
        label={t("admin.jobs.lane")}
        data={lanes.map(({ name }) => ({ value: name, label: names.ofLane(name) }))}
      />
      <FilterSelect
        filter={filter}
        name="status"
        any={t("admin.jobs.anyStatus")}
        w={width}
        label={t("admin.jobs.status")}
        data={STATUSES.map((status) => ({ value: status, label: t(`admin.jobStatus.${status}`) }))}
      />
    </FilterBar>
  );
}

const MARKS = { scheduled: "plain", ready: "warn", running: "good", failed: "bad" } as const;

function useColumns(): Column<Job>[] {
  const { t, dateTime, number } = useTexts("admin");
  const names = useNames();
  const state = ({ status }: Job) => (
    <StateBadge mark={MARKS[status]}>{t(`admin.jobStatus.${status}`)}</StateBadge>
  );
  return [
    {
      title: t("admin.jobs.kind"),
      isHead: true,
      sort: "kind",
      cell: ({ kind }) => <Two of={[names.ofKind(kind), kind]} />,
    },
    { title: t("admin.jobs.lane"), sort: "lane", isWhole: true, cell: ({ lane }) => names.ofLane(lane) },
    { title: t("admin.jobs.status"), sort: "status", cell: state },
    { title: t("admin.jobs.dueHead"), sort: "due", isWhole: true, cell: ({ due_at }) => dateTime(due_at) },
    figure(t("admin.jobs.progressHead"), ({ progress_done, progress_total }) =>
      progress_total
        ? t("admin.jobs.progress", { done: number(progress_done ?? 0), total: number(progress_total) })
        : "–",
    ),
    figure(t("admin.jobs.failuresHead"), ({ failures }) => number(failures), "failures"),
    { title: t("admin.jobs.error"), isLong: true, cell: ({ last_error }) => last_error ?? "–" },
  ];
}

function Actions({ job }: { job: Job }) {
  const { t } = useTexts("admin");
  const { dialog, press } = useAction();
  const canRetry = job.status === "failed" || job.status === "scheduled";
  const canDrop = job.status === "running" || !job.is_periodic;
  return (
    <>
      {canRetry && (
        <TextButton
          label={t("admin.jobs.retry")}
          size="compact-sm"
          {...press(() => retryJob(job.id), t("admin.jobs.retried"))}
        />
      )}
      {canDrop && (
        <TextButton
          label={t("admin.jobs.drop")}
          variant="subtle"
          color="red"
          size="compact-sm"
          {...press(() => dropJob(job.id), t("admin.jobs.dropped"))}
        />
      )}
      {dialog}
    </>
  );
}
