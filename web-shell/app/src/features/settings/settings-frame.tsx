import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { PageTitle } from "../../ui/page";
import { Parts } from "../../ui/parts";
import { kindsQuery, PER_PAGE } from "./connections";
import { ownModelQuery } from "./own-model";
import "./settings.css";

const PARTS = [
  { name: "info", page: "settingsInfo" },
  { name: "security", page: "settingsSecurity" },
  { name: "billing", page: "settingsBilling" },
  { name: "connections", page: "settingsConnections" },
  { name: "model", page: "settingsModel" },
  { name: "keys", page: "settingsKeys" },
  { name: "webhooks", page: "settingsWebhooks" },
] as const;

/** The parts that are useful: connections if a tool uses one or one exists, and the model likewise with the plan. */
function useUseful() {
  const own = useQuery({ ...ownModelQuery, throwOnError: false }).data;
  const { data: known } = useQuery(kindsQuery);
  const { data: made } = useApi(
    "/api/connections",
    { query: { page: 1, per_page: PER_PAGE } },
    { throwOnError: false },
  );
  return {
    connections: Boolean(known?.kinds.length || made?.total),
    model: Boolean(own?.allowed || own?.model),
  };
}

type Props = { part: (typeof PARTS)[number]["name"]; children: ReactNode };

export function SettingsFrame({ part, children }: Props) {
  const { t, href } = useTexts("settings");
  const useful: { [name: string]: boolean } = useUseful();
  const parts = PARTS.filter(({ name }) => name === part || (useful[name] ?? true));
  return (
    <Stack gap="lg" maw={760} mx="auto">
      <PageTitle>{`${t(`settings.page.${part}`)} – ${t("settings.page.title")}`}</PageTitle>
      <Title order={1}>{t("settings.page.title")}</Title>
      <Parts
        label={t("settings.page.tabs")}
        parts={parts.map(({ name, page }) => ({
          to: href(page),
          label: t(`settings.page.${name}`),
          isCurrent: name === part,
        }))}
      />
      {children}
    </Stack>
  );
}
