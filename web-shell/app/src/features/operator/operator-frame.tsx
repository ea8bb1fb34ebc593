import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { PageHead } from "../../ui/page";
import { Parts } from "../../ui/parts";
import { TextButton } from "../../ui/texts";
import "./operator.css";

const PARTS = [
  { name: "visits", page: "adminSite" },
  { name: "company", page: "adminSiteCompany" },
  { name: "look", page: "adminSiteLook" },
  { name: "navigation", page: "adminSiteNavigation" },
  { name: "legal", page: "adminSiteLegal" },
  { name: "measuring", page: "adminSiteMeasuring" },
] as const;

type Props = { part: (typeof PARTS)[number]["name"]; width?: number; children: ReactNode };

/** The heading and the tabs of the settings of the public site. */
export function OperatorFrame({ part, width = 860, children }: Props) {
  const { t, href } = useTexts("operator");
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <PageHead
        title={`${t(`operator.part.${part}`)} – ${t("operator.title")}`}
        heading={t("operator.title")}
        lead={t("operator.lead")}
      >
        <TextButton label={t("operator.open")} outside={href("home")} />
      </PageHead>
      <Parts
        label={t("operator.parts")}
        parts={PARTS.map(({ name, page }) => ({
          to: href(page),
          label: t(`operator.part.${name}`),
          isCurrent: name === part,
        }))}
      />
      <Stack gap="lg" maw={width}>
        {children}
      </Stack>
    </Stack>
  );
}
