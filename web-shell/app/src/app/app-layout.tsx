import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { Outlet } from "react-router";
import { userQuery } from "../api/session";
import { useTexts } from "../i18n/use-texts";
import { fetchLater } from "../ui/idle";
import { AppHeader } from "./app-header";
import { Realtime } from "./realtime";
import { SideMenu } from "./side-menu";

// Keys are pressed a moment after the page is there.
const Keys = lazy(() => import("./palette/keys"));
const loadMenu = () => import("./mobile-menu");
const MobileMenu = lazy(loadMenu);

/** The layout of every page behind the sign-in. */
export function AppLayout() {
  const { t } = useTexts("layout");
  const [drawer, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => fetchLater(loadMenu), []);
  const [folded, setFolded] = useLocalStorage({
    key: "sitewright.menu-folded",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  // `before-paint.js` does the same, before the first paint.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-folded", folded);
  }, [folded]);
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
    <div className="sw-frame">
      <Realtime user={user.id} />
      <Suspense>
        <Keys />
      </Suspense>
      <a className="sw-skip" href="#content">
        {t("layout.frame.skip")}
      </a>
      <header className="sw-top">
        <AppHeader
          user={user}
          folded={folded}
          drawer={drawer}
          onFold={() => setFolded(!folded)}
          onDrawer={() => {
            setWasOpened(true);
            open();
          }}
        />
      </header>
      <nav className="sw-side" aria-label={t("layout.menu.title")}>
        <SideMenu user={user} folded={folded} />
      </nav>
      {wasOpened && (
        <Suspense>
          <MobileMenu user={user} opened={drawer} onClose={close} />
        </Suspense>
      )}
      <main className="sw-main" id="content" tabIndex={-1}>
        <div className="sw-page">
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  );
}
