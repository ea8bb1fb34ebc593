import { Alert, Center, Loader } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { userQuery } from "../api/session";
import { useTexts } from "../i18n/use-texts";
import { Arrival } from "./arrival";
import { CookieBanner } from "./cookie-banner";
import { LeaveGuard } from "./leave-guard";

const THROTTLE_MS = 200;

// For administrators, and rare.
const ActingBanner = lazy(() => import("./acting-banner"));

/** Shown while the code of the first route loads. */
export function Blank() {
  return (
    <Center mih="100dvh">
      <Loader aria-label="…" />
    </Center>
  );
}

/** Shows known data only: the pages request the user. */
function Acting() {
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  if (!user?.impersonated_by) return null;
  return (
    <Suspense>
      <ActingBanner user={user} />
    </Suspense>
  );
}

/** The notices over the end of the screen, and their height: buttons that stay in reach are placed above them. */
function Notices({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const measure = () => {
      const { current } = box;
      const covers = current && getComputedStyle(current).position === "fixed";
      const height = covers ? current.offsetHeight : 0;
      document.documentElement.style.setProperty("--sw-notices", `${height}px`);
    };
    const watch = new ResizeObserver(measure);
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div className="sw-notices" ref={box}>
      {children}
    </div>
  );
}

/** The parts of every page, in any layout. */
export function RootLayout() {
  return (
    <>
      <NavigationBar />
      <LeaveGuard />
      <Suspense fallback={<Blank />}>
        <Outlet />
      </Suspense>
      <Notices>
        <OfflineNotice />
        <CookieBanner />
        <Acting />
      </Notices>
      <Arrival />
      <ScrollRestoration />
    </>
  );
}

/** The thin bar above a page that loads; quick changes do not show it. */
function NavigationBar() {
  const busy = useNavigation().state !== "idle";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) return setShown(false);
    const timer = setTimeout(() => setShown(true), THROTTLE_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return shown && <div className="sw-progress" aria-hidden="true" />;
}

/** Shown while the browser is offline. */
function OfflineNotice() {
  const { t } = useTexts();
  const { online } = useNetwork();
  return (
    <div role="status">
      {online === false && (
        <Alert
          className="sw-offline"
          color="yellow"
          variant="filled"
          autoContrast
          icon={<Icon name="offline" />}
        >
          {t("shell.offline.text")}
        </Alert>
      )}
    </div>
  );
}
