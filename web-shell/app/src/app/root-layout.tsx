import { Center, Loader } from "@mantine/core";
import { Suspense } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { LeaveGuard } from "./leave-guard";
import { NavigationBar } from "./navigation-bar";

/** While the first route's code arrives. */
export function Blank() {
  return (
    <Center mih="100dvh">
      <Loader aria-label="…" />
    </Center>
  );
}

export function RootLayout() {
  return (
    <>
      <NavigationBar />
      <LeaveGuard />
      <Suspense fallback={<Blank />}>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </>
  );
}
