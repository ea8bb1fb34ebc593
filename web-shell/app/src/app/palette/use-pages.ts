import type { User } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import type { PageName } from "../../paths";
import { adminEntries, mainEntries, userEntries } from "../menu";
import type { Item } from "./items";
import { useOtherLanguage } from "./other-language";
import { keysOf } from "./shortcuts";

type Listed = { page: PageName; icon: IconName; label: string };

/** Pages without an entry in a menu. */
const FURTHER: Listed[] = [
  { page: "projects", icon: "brand", label: "layout.project.all" },
  { page: "checkout", icon: "card", label: "palette.page.plans" },
  { page: "settingsSecurity", icon: "shield", label: "palette.page.security" },
  { page: "settingsConnections", icon: "settings", label: "palette.page.connections" },
  { page: "settingsModel", icon: "spark", label: "palette.page.model" },
  { page: "settingsKeys", icon: "settings", label: "palette.page.developers" },
  { page: "settingsWebhooks", icon: "settings", label: "palette.page.webhooks" },
];

/** The pages that the user may open, which both languages find. */
export function usePages(user: User): Item[] {
  const { t, i18n, language, href } = useTexts("palette");
  const navigate = useNavigate();
  const other = useOtherLanguage(language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts and addresses follow the language.
  return useMemo(() => {
    const forAdmins = user.role === "user" ? [] : adminEntries();
    const adminPages = new Set(forAdmins.map(({ page }) => page));
    return [...mainEntries(), ...userEntries(), ...FURTHER, ...forAdmins].map(({ page, icon, label }) => {
      const terms = `palette.terms.${page}`;
      return {
        id: `page:${page}`,
        kind: "page" as const,
        title: t(label),
        terms: i18n.exists(terms) ? t(terms) : "",
        elsewhere: `${other(label)} | ${other(terms)}`,
        icon,
        note: adminPages.has(page) ? t("layout.admin.title") : undefined,
        keys: keysOf(page),
        run: () => navigate(href(page, page === "docs" ? { "*": "introduction" } : {})),
      };
    });
  }, [language, other("layout.menu.title"), user.role, navigate]);
}
