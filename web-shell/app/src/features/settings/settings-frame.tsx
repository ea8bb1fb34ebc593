import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "../../i18n/use-page-language";
import { PageTitle } from "../../ui/page-title";
import { Parts } from "../../ui/parts";
import "./settings.css";

const PARTS = [
  { name: "info", page: "settingsInfo" },
  { name: "security", page: "settingsSecurity" },
  { name: "billing", page: "settingsBilling" },
  { name: "connections", page: "settingsConnections" },
  { name: "keys", page: "settingsKeys" },
] as const;

/** The heading of the settings and the way between their parts. */
export function SettingsFrame({
  part,
  children,
}: {
  part: (typeof PARTS)[number]["name"];
  children: ReactNode;
}) {
  const { t } = useTranslation("settings");
  const href = useHref();
  return (
    <Stack gap="lg" maw={760} mx="auto">
      <PageTitle>{`${t(`settings.page.${part}`)} – ${t("settings.page.title")}`}</PageTitle>
      <Title order={1}>{t("settings.page.title")}</Title>
      <Parts
        label={t("settings.page.tabs")}
        parts={PARTS.map(({ name, page }) => ({
          to: href(page),
          label: t(`settings.page.${name}`),
          isCurrent: name === part,
        }))}
      />
      {children}
    </Stack>
  );
}
