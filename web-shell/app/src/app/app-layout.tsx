import { AppShell, Drawer, Group } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import type { User } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { userQuery } from "../api/session";
import { useTexts } from "../i18n/use-texts";
import { Brand } from "../ui/brand";
import { AppHeader } from "./app-header";
import { Realtime } from "./realtime";
import { SideMenu } from "./side-menu";

// Keys are pressed a moment after the page is there.
const Keys = lazy(() => import("./palette/keys"));

type Props = { user: User; opened: boolean; onClose: () => void };

/** The layout of every page behind the sign-in. */
export function AppLayout() {
  const { t } = useTexts("layout");
  const [drawer, { open, close }] = useDisclosure(false);
  const [folded, setFolded] = useLocalStorage({
    key: "sitewright.menu-folded",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { data: user } = useQuery(userQuery);
  // After the sign-out, before the sign-in page appears, there is no user.
  if (user === null) return null;
  // The user is unknown: the error is shown without the layout.
  if (user === undefined) {
    return (
      <main>
        <Outlet />
      </main>
    );
  }
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: folded ? 76 : 232, breakpoint: "sm", collapsed: { mobile: true } }}
      padding={0}
    >
      <Realtime user={user.id} />
      <Suspense>
        <Keys />
      </Suspense>
      <a className="sw-skip" href="#content">
        {t("layout.frame.skip")}
      </a>
      <AppShell.Header px="md" bg="var(--mantine-color-body)">
        <AppHeader
          user={user}
          folded={folded}
          drawer={drawer}
          onFold={() => setFolded(!folded)}
          onDrawer={open}
        />
      </AppShell.Header>
      <AppShell.Navbar
        visibleFrom="sm"
        p="sm"
        bg="var(--sw-side)"
        className="sw-side"
        aria-label={t("layout.menu.title")}
      >
        <SideMenu user={user} folded={folded} />
      </AppShell.Navbar>
      <MobileMenu user={user} opened={drawer} onClose={close} />
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: "none" }}>
        <div className="sw-page">
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function MobileMenu({ user, opened, onClose }: Props) {
  const { t } = useTexts("layout");
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={272} hiddenFrom="sm">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t("layout.menu.title")}>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Brand />
            <Drawer.CloseButton aria-label={t("layout.menu.close")} />
          </Group>
          <nav aria-label={t("layout.menu.title")}>
            <SideMenu user={user} folded={false} onNavigate={onClose} />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
