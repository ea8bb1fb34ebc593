import { Center, Loader } from "@mantine/core";
import { Suspense } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { ActingBanner } from "./acting-banner";
import { CookieBanner } from "./cookie-banner";
import { LeaveGuard } from "./leave-guard";
import { NavigationBar } from "./navigation-bar";
import { OfflineNotice } from "./offline-notice";

/** While the first route's code arrives. */
export function Blank() {
  return (
    <Center mih="100dvh">
      <Loader aria-label="…" />
    </Center>
  );
}

/** Around every page, whatever its frame. */
export function RootLayout() {
  return (
    <>
      <NavigationBar />
      <LeaveGuard />
      <Suspense fallback={<Blank />}>
        <Outlet />
      </Suspense>
      <div className="sw-notices">
        <OfflineNotice />
        <CookieBanner />
        <ActingBanner />
      </div>
      <ScrollRestoration />
    </>
  );
}
