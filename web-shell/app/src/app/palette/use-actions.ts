import { useMantineColorScheme } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { useSwitchLanguage } from "../../ui/language-switch";
import { saveLanguage } from "../app-header";
import { useSignOut } from "../use-sign-out";
import type { Item } from "./items";
import { useOtherLanguage } from "./other-language";
import { show } from "./shown";

type Action = [name: string, icon: IconName, run: () => void, keys?: string];

/** What the palette does besides opening pages. */
export function useActions(user: User): Item[] {
  const { t, language, href } = useTexts("palette");
  const navigate = useNavigate();
  const other = useOtherLanguage(language);
  const { setColorScheme } = useMantineColorScheme();
  const switchLanguage = useSwitchLanguage(user.impersonated_by ? undefined : saveLanguage);
  const signOut = useSignOut();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts, addresses and functions follow the language.
  return useMemo(() => {
    const actions: Action[] = [
      ["write", "edit", () => show("write"), "N"],
      ["bulk", "table", () => navigate(href("newBulk"))],
      ["project", "add", () => navigate(href("addProject"))],
      ["language", "language", () => void switchLanguage(language === "en" ? "pl" : "en")],
      ["light", "sun", () => setColorScheme("light")],
      ["dark", "moon", () => setColorScheme("dark")],
      ["auto", "auto", () => setColorScheme("auto")],
      ["keys", "keyboard", () => show("keys"), "?"],
      ["signOut", "leave", () => void signOut()],
    ];
    return actions.map(([name, icon, run, keys]) => ({
      id: `action:${name}`,
      kind: "action" as const,
      title: t(`palette.action.${name}`),
      terms: t(`palette.also.${name}`),
      elsewhere: `${other(`palette.action.${name}`)} | ${other(`palette.also.${name}`)}`,
      icon,
      keys,
      run,
    }));
  }, [language, other("layout.menu.title"), location.pathname, navigate]);
}
