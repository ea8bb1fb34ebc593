import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { PageTitle } from "../../ui/page-title";
import { TextButton } from "../../ui/texts";
import { AtWork } from "./at-work";
import "./dashboard.css";
import { NextSteps } from "./next-steps";
import { WordsCard } from "./words-card";

type Props = { documents: ReactNode; tools: ReactNode; notifications: ReactNode };

/** Where one lands: what is going on, what to go on with, what to start. */
export function DashboardPage({ documents, tools, notifications }: Props) {
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
        <TextButton label={t("dashboard.page.start")} isMain to={href("tools")} icon="spark" />
      </Group>
      <div className="dashboard-columns">
        <WordsCard />
        <Stack gap="xl" className="dashboard-main">
          <NextSteps />
          <AtWork />
          {tools}
          {documents}
        </Stack>
        {notifications}
      </div>
    </Stack>
  );
}
