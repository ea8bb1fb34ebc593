import { Box, Card, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useHref } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";
import { PageTitle } from "../../ui/page-title";
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
      <PageTitle>{t("projects.add.title")}</PageTitle>
      <Box>
        <Title order={1}>{t("projects.add.title")}</Title>
        <Text c="dimmed" mt={4}>
          {t("projects.add.lead")}
        </Text>
      </Box>
      <Card withBorder padding="xl">
        <ProjectForm form={form} submit={t("projects.add.submit")} />
      </Card>
    </Stack>
  );
}
