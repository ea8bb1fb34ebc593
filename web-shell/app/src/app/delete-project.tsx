import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Project, useDeleteProject } from "../api/projects";
import { Dialog } from "../ui/dialog";
import { notify } from "../ui/notify";

/** Asks before a project goes with all that belongs to it. */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation("layout");
  const remove = useDeleteProject();
  const { domain } = project.site;
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
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("layout.project.keep")}
        </Button>
        <Button color="red.8" loading={remove.isPending} onClick={confirm}>
          {t("layout.project.confirm")}
        </Button>
      </Group>
    </Dialog>
  );
}
