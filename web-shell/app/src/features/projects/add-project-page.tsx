import { Card, Stack } from "@mantine/core";
import { useNavigate } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { PageHead } from "../../ui/page";
import { ProjectForm } from "./project-form";
import { useProjectForm } from "./use-project-form";

export default function AddProjectPage() {
  const { t, href } = useTexts("projects");
  const navigate = useNavigate();
  const form = useProjectForm((domain) => {
    notify.success(t("projects.add.done", { domain }));
    navigate(href("dashboard"));
  });
  return (
    <Stack gap="lg" maw={620} mx="auto">
      <PageHead title={t("projects.add.title")} lead={t("projects.add.lead")} />
      <Card withBorder padding="xl">
        <ProjectForm form={form} submit={t("projects.add.submit")} />
      </Card>
    </Stack>
  );
}
