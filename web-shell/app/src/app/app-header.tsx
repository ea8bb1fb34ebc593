import { Burger, Group } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { Link } from "react-router";
import { api } from "../api/client";
import { Bell } from "../features/notifications/bell";
import { useTexts } from "../i18n/use-texts";
import type { Language } from "../paths";
import { Brand } from "../ui/brand";
import { LanguageSwitch } from "../ui/language-switch";
import { SchemeSwitch } from "../ui/scheme-switch";
import { IconButton } from "../ui/texts";
import { HelpLink } from "./help-link";
import { SearchButton } from "./palette/search-button";
import { UserMenu } from "./user-menu";
import { WordsLeft } from "./words-left";

export const saveLanguage = (language: Language) => api.PATCH("/api/user", { body: { language } });

type Props = {
  user: User;
  folded: boolean;
  drawer: boolean;
  onFold: () => void;
  onDrawer: () => void;
};

/** The top bar: menu button, home link, and the user's controls. */
export function AppHeader({ user, folded, drawer, onFold, onDrawer }: Props) {
  const { t, href } = useTexts("layout");
  return (
    <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs" wrap="nowrap">
        <Burger
          opened={drawer}
          onClick={onDrawer}
          hiddenFrom="sm"
          size="sm"
          aria-label={t("layout.menu.open")}
        />
        <IconButton
          icon={folded ? "unfold" : "fold"}
          label={t(folded ? "layout.menu.unfold" : "layout.menu.fold")}
          visibleFrom="sm"
          size="lg"
          onClick={onFold}
          aria-expanded={!folded}
        />
        <Link to={href("dashboard")} className="sw-home" aria-label={t("layout.frame.home")}>
          <span className="sw-wide">
            <Brand />
          </span>
          <span className="sw-narrow">
            <Brand compact />
          </span>
        </Link>
      </Group>
      <Group gap={4} wrap="nowrap" className="sw-controls">
        <SearchButton />
        <WordsLeft words={user.words} />
        {/* While an administrator acts as a user, the language is not saved: the user's choice stays. */}
        <LanguageSwitch onSwitch={user.impersonated_by ? undefined : saveLanguage} />
        <SchemeSwitch />
        <HelpLink />
        <Bell />
        <UserMenu user={user} />
      </Group>
    </Group>
  );
}
