import { Box, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useHref } from "../../i18n/use-page-language";
import { PageTitle } from "../../ui/page-title";
import "./settings.css";

const PARTS = [
  { name: "info", page: "settingsInfo" },
  { name: "security", page: "settingsSecurity" },
  { name: "billing", page: "settingsBilling" },
  { name: "connections", page: "settingsConnections" },
  { name: "keys", page: "settingsKeys" },
] as const;

/** In a narrow window the line of parts scrolls; the one at hand must be seen. */
const show = (part: HTMLAnchorElement | null) =>
  part?.scrollIntoView({ block: "nearest", inline: "nearest" });

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
      <Box component="nav" aria-label={t("settings.page.tabs")} className="sw-parts">
        {PARTS.map(({ name, page }) => (
          <NavLink
            key={name}
            ref={name === part ? show : undefined}
            to={href(page)}
            aria-current={name === part ? "page" : undefined}
          >
            {t(`settings.page.${name}`)}
          </NavLink>
        ))}
      </Box>
      {children}
    </Stack>
  );
}
