import { Button, Card, Group, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useProjects } from "../../api/projects";
import { useHref } from "../../i18n/use-page-language";

/** What to do first: shown as long as the account has no project. */
export function FirstSteps() {
  const { t } = useTranslation("projects");
  const href = useHref();
  const known = useProjects();
  if (!known || known.projects.length > 0) return null;
  return (
    <Card component="section" withBorder padding="lg" aria-label={t("projects.first.title")}>
      <Group justify="space-between" gap="md">
        <div style={{ flex: "1 1 20rem" }}>
          <Title order={2} size="h4">
            {t("projects.first.title")}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {t("projects.first.text")}
          </Text>
        </div>
        <Button component={Link} to={href("onboarding")} leftSection={<Icon name="next" size={16} />}>
          {t("projects.first.start")}
        </Button>
      </Group>
    </Card>
  );
}
