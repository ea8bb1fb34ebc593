import { Group, Text } from "@mantine/core";
import { useApi } from "../../api/client";
import { type Project, useDeleteProject } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
import { TextButton } from "../../ui/texts";

/** Asks before a project is deleted with all its data. */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t, number } = useTexts("layout");
  const remove = useDeleteProject();
  const { domain } = project.site;
  const query = { project: project.id, page: 1, per_page: 1 };
  const tasks = useApi("/api/tasks", { query }, { quiet: true, throwOnError: false }).data?.total ?? 0;
  const confirm = () =>
    remove.mutate(project.id, {
      onSuccess: () => {
        notify.success(t("layout.project.deleted", { domain }));
        onClose();
      },
    });
  return (
    <Dialog title={t("layout.project.deleteTitle", { domain })} onClose={onClose}>
      <Text>{t("layout.project.deleteText", { domain })}</Text>
      {tasks > 0 && (
        <Text mt="xs">{t("layout.project.deleteTasks", { count: tasks, shown: number(tasks) })}</Text>
      )}
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("layout.project.keep")} onClick={onClose} data-autofocus />
        <TextButton
          label={t("layout.project.confirm")}
          isMain
          color="red.8"
          loading={remove.isPending}
          onClick={confirm}
        />
      </Group>
    </Dialog>
  );
}
