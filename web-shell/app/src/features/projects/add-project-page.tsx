import { Card, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useHref } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";
import { PageHead } from "../../ui/page-head";
import { ProjectForm } from "./project-form";
import { useProjectForm } from "./use-project-form";

export default function AddProjectPage() {
  const { t } = useTranslation("projects");
  const href = useHref();
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
