import { Button, Group, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { apiQuery } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
import { TextButton } from "../../ui/texts";
import { deleteJob, type Job, resultHref, type Turn, useTurn } from "./jobs";

/** What can be done with a job as it is now. */
export function JobActions({ job }: { job: Job }) {
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

type QuestionProps = {
  job: Job;
  what: "cancel" | "delete";
  onClose: () => void;
  onCancel: () => void;
};

/** Neither can be taken back, so both are asked for once more. */
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
      <Text size="sm">{t(`bulk.ask.${what}Text`)}</Text>
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("bulk.ask.back")} onClick={onClose} data-autofocus />
        <Button onClick={confirm}>{t(`bulk.ask.${what}`)}</Button>
      </Group>
    </Dialog>
  );
}
