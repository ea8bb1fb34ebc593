import { Button, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "../../api/session";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { PageTitle } from "../../ui/page-title";
import "./dashboard.css";

/** Where one lands: how many words are left, what to go on with, what to start. */
export function DashboardPage({ documents, tools }: { documents: ReactNode; tools: ReactNode }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const user = useUser();
  return (
    <Stack gap="xl">
      <PageTitle>{t("dashboard.page.title")}</PageTitle>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1}>{t("dashboard.page.welcome", { name: user.name.split(" ")[0] })}</Title>
          <Text c="dimmed" mt={4}>
            {t("dashboard.page.lead")}
          </Text>
        </div>
        <Button component={Link} to={href("tools")} leftSection={<Icon name="spark" />}>
          {t("dashboard.page.start")}
        </Button>
      </Group>
      <div className="dashboard-columns">
        <Stack gap="xl">
          {tools}
          {documents}
        </Stack>
        <WordsCard />
      </div>
    </Stack>
  );
}

function WordsCard() {
  const { t } = useTranslation("dashboard");
  const { number } = formatsFor(usePageLanguage());
  const { words } = useUser();
  const share = words.allowance > 0 ? (words.left / words.allowance) * 100 : 0;
  return (
    <Card component="section" withBorder padding="lg" aria-label={t("dashboard.words.title")}>
      <Title order={2} size="h5" c="dimmed">
        {t("dashboard.words.title")}
      </Title>
      <Text fz={40} lh={1.1} mt="xs" ff="var(--mantine-font-family-headings)">
        {number(words.left)}
      </Text>
      <Text size="sm" c="dimmed" mb="md">
        {t("dashboard.words.of", { allowance: number(words.allowance) })}
      </Text>
      <Progress
        value={share}
        color={share < 10 ? "red" : undefined}
        aria-label={t("dashboard.words.title")}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t("dashboard.words.used", { count: words.used, used: number(words.used) })}
      </Text>
    </Card>
  );
}
