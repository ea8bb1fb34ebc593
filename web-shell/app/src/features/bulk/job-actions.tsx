import { Button, Group, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { apiQuery } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
import { deleteJob, type Job, resultHref, type Turn, useTurn } from "./jobs";

/** What can be done with a job as it is now. */
export function JobActions({ job }: { job: Job }) {
  const { t } = useTranslation("bulk");
  const turn = useTurn(job.id);
  const [asking, setAsking] = useState<"cancel" | "delete" | null>(null);
  const { status, rows } = job;
  const button = (what: Turn, icon: IconName, label: string, isMain = true) => (
    <Button
      size="sm"
      variant={isMain ? "filled" : "default"}
      leftSection={<Icon name={icon} size={16} />}
      loading={turn.isPending && turn.variables === what}
      onClick={() => turn.mutate(what)}
    >
      {label}
    </Button>
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
        <Button
          component="a"
          href={resultHref(job.id)}
          download
          size="sm"
          variant="default"
          leftSection={<Icon name="download" size={16} />}
        >
          {t("bulk.action.download")}
        </Button>
      )}
      {(status === "running" || status === "paused") && (
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon name="stop" size={16} />}
          onClick={() => setAsking("cancel")}
        >
          {t("bulk.action.cancel")}
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        leftSection={<Icon name="trash" size={16} />}
        onClick={() => setAsking("delete")}
      >
        {t("bulk.action.delete")}
      </Button>
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
  const { t } = useTranslation("bulk");
  const navigate = useNavigate();
  const href = useHref();
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
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("bulk.ask.back")}
        </Button>
        <Button onClick={confirm}>{t(`bulk.ask.${what}`)}</Button>
      </Group>
    </Dialog>
  );
}
