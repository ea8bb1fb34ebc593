import { Alert, Card, Group, Stack, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLacksModel, useTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Notice } from "../../ui/page";
import { Dim, Small, starts, TextButton, TextLink } from "../../ui/texts";
import { JobBadge, JobProgress, useCounts } from "./job-status";
import { deleteJob, type Job, useFieldTitle, useJob, useTurn } from "./jobs";
import { minutesLeft } from "./minutes-left";
import { Price } from "./price";

type StartProps = { id: string; onStarted: () => void; onCancelled: () => void };

/** The button of the former step, which had the focus, is gone when this one appears. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The price of a job that another page has made, and its start. */
export function StartJob({ id, onStarted, onCancelled }: StartProps) {
  const { t, number } = useTexts("bulk");
  const { data: job, isError } = useJob(id);
  const turn = useTurn(id);
  const cancel = useMutation({ mutationFn: () => deleteJob(id), onSettled: onCancelled });
  useForgottenOnLeave(id, turn.isIdle || turn.isError);
  if (isError) return <Notice role="alert">{t("bulk.job.goneTitle")}</Notice>;
  if (!job) return <Loading h={180} radius="lg" />;
  const { waiting, invalid } = job.rows;
  const { left } = job.words;
  const minutes = minutesLeft(job);
  return (
    <Stack gap="md">
      <Card withBorder component="section" aria-label={t("bulk.price.title")}>
        <Stack gap="xs">
          <Text fw={600} role="status">
            {t("bulk.order.rows", { count: waiting, rows: number(waiting) })}
          </Text>
          {waiting > 0 && (
            <>
              <Price job={job} />
              {job.words.per_row > 0 && left >= job.words.expected && (
                <Text>{t("bulk.order.left", { count: left, words: number(left) })}</Text>
              )}
              {minutes !== null && <Text>{t("bulk.order.minutes", { count: minutes })}</Text>}
            </>
          )}
        </Stack>
      </Card>
      {waiting > 0 && <ModelNotice tool={job.tool} />}
      {invalid > 0 && <LeftOut job={job} />}
      <Group justify="flex-end">
        <TextButton label={t("bulk.action.cancel")} {...starts(cancel)} />
        <TextButton
          label={t("bulk.order.start")}
          isMain
          icon="play"
          disabled={waiting === 0}
          loading={turn.isPending}
          ref={takeFocus}
          onClick={() => turn.mutate("start", { onSuccess: onStarted })}
        />
      </Group>
    </Stack>
  );
}

/** Deletes a job that was not started when the page is closed or loaded again: nothing leads to it any more. */
function useForgottenOnLeave(id: string, isWaiting: boolean) {
  useEffect(() => {
    if (!isWaiting) return;
    const leave = () => forgetJob(id);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [id, isWaiting]);
}

/** Says before the start what is written without a language model. */
function ModelNotice({ tool }: { tool: string }) {
  const { t } = useTexts("bulk");
  const lacksModel = useLacksModel();
  const { data } = useTool(tool);
  if (!lacksModel || !data) return null;
  const kind = data.needs_model === "always" ? "needed" : "drafts";
  return <Notice title={t(`bulk.order.${kind}Title`)}>{t(`bulk.order.${kind}Text`)}</Notice>;
}

/** The rows with too little information, by what they lack. */
function LeftOut({ job }: { job: Job }) {
  const { t, number } = useTexts("bulk");
  const titleOf = useFieldTitle(job.tool);
  const reasons = new Map<string, number>();
  for (const { field, message } of job.problems ?? []) {
    const title = titleOf(field);
    const reason = title ? `${title}: ${message}` : message;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return (
    <Alert
      color="yellow"
      icon={<Icon name="alert" />}
      title={t("bulk.order.invalid", { count: job.rows.invalid, rows: number(job.rows.invalid) })}
    >
      <Small mb={reasons.size > 0 ? "xs" : 0}>{t("bulk.order.invalidText")}</Small>
      <ul className="bulk-problems">
        {[...reasons].map(([reason, count]) => (
          <li key={reason}>
            <Small>{t("bulk.order.reason", { reason, count: number(count) })}</Small>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The progress of a job on another page. */
export function JobCard({ id, title }: { id: string; title: string }) {
  const { t, href } = useTexts("bulk");
  const counts = useCounts();
  const { data: job } = useJob(id);
  const turn = useTurn(id);
  if (!job) return <Loading h={110} radius="lg" />;
  const isPaused = job.status === "paused";
  const minutes = isPaused ? null : minutesLeft(job);
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <TextLink to={href("bulkJob", { job: id })} fw={600} size="sm">
            {title}
          </TextLink>
          <JobBadge job={job} />
        </Group>
        <JobProgress job={job} />
        <Group justify="space-between" gap="xs">
          <Dim>
            {[counts(job), minutes !== null && t("bulk.order.minutesLeft", { count: minutes })]
              .filter(Boolean)
              .join(" · ")}
          </Dim>
          <TextButton
            label={t(isPaused ? "bulk.action.resume" : "bulk.action.pause")}
            size="xs"
            icon={isPaused ? "play" : "pause"}
            {...starts(turn, isPaused ? "resume" : "pause")}
          />
        </Group>
        {job.problem && <Small>{job.problem.message}</Small>}
      </Stack>
    </Card>
  );
}

/** Deletes a job that was not started; it may be gone already. */
export const forgetJob = (id: string) => void deleteJob(id).catch(() => {});
