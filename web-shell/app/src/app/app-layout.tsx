import { ActionIcon, AppShell, Burger, Group } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet } from "react-router";
import { api } from "../api/client";
import { userQuery } from "../api/session";
import { useHref } from "../i18n/use-page-language";
import type { Language } from "../paths";
import { Brand } from "../ui/brand";
import { LanguageSwitch } from "../ui/language-switch";
import { SchemeSwitch } from "../ui/scheme-switch";
import { MobileMenu } from "./mobile-menu";
import { OfflineNotice } from "./offline-notice";
import { SideMenu } from "./side-menu";
import { UserMenu } from "./user-menu";
import { WordsLeft } from "./words-left";

const saveLanguage = (language: Language) => api.PATCH("/api/user", { body: { language } });

/** The frame of every page behind the sign-in. */
export function AppLayout() {
  const { t } = useTranslation("layout");
  const href = useHref();
  const [drawer, { open, close }] = useDisclosure(false);
  const [folded, setFolded] = useLocalStorage({
    key: "sitewright.menu-folded",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { data: user } = useQuery(userQuery);
  // Between signing out and the sign-in page there is nobody to draw the frame for.
  if (!user) return <Outlet />;
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: folded ? 76 : 232, breakpoint: "sm", collapsed: { mobile: true } }}
      padding={0}
    >
      <a className="sw-skip" href="#content">
        {t("layout.frame.skip")}
      </a>
      <AppShell.Header px="md" bg="var(--mantine-color-body)">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={drawer}
              onClick={open}
              hiddenFrom="sm"
              size="sm"
              aria-label={t("layout.menu.open")}
            />
            <ActionIcon
              visibleFrom="sm"
              variant="subtle"
              color="gray"
              size="lg"
              onClick={() => setFolded(!folded)}
              aria-label={t(folded ? "layout.menu.unfold" : "layout.menu.fold")}
              aria-expanded={!folded}
            >
              <Icon name={folded ? "unfold" : "fold"} />
            </ActionIcon>
            <Link to={href("dashboard")} className="sw-home" aria-label={t("layout.frame.home")}>
              <span className="sw-wide">
                <Brand />
              </span>
              <span className="sw-narrow">
                <Brand compact />
              </span>
            </Link>
          </Group>
          <Group gap={4} wrap="nowrap">
            <WordsLeft words={user.words} />
            <LanguageSwitch onSwitch={saveLanguage} />
            <SchemeSwitch />
            <UserMenu user={user} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar visibleFrom="sm" p="sm" bg="var(--sw-side)" aria-label={t("layout.menu.title")}>
        <SideMenu folded={folded} />
      </AppShell.Navbar>
      <MobileMenu opened={drawer} onClose={close} />
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: "none" }}>
        <OfflineNotice />
        <div className="sw-page">
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
