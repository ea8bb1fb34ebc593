import type { ComponentType } from "react";
import { createBrowserRouter, type LoaderFunction, type RouteObject, redirect } from "react-router";
import { loadUser } from "../api/session";
import { currentLanguage, loadTexts, textsReady } from "../i18n/i18n";
import { ALIASES, LANGUAGES, PATHS, type PageName, pathTo } from "../paths";
import { ErrorPage, NotFoundPage } from "./error-page";
import { followPathLanguage, requireGuest, requireUser } from "./guards";
import { Blank, RootLayout } from "./root-layout";

type Page = {
  texts: string[];
  load: () => Promise<{ default: ComponentType }>;
};

/** One route for each distinct address of a page; its code and its texts arrive together. */
function page(name: PageName, { texts, load }: Page, loader?: LoaderFunction): RouteObject[] {
  const addresses = [...new Set(LANGUAGES.map((language) => PATHS[name][language]))];
  return addresses.map((path) => ({
    path,
    loader: async (details, context) =>
      (await followPathLanguage(details)) ?? (await loader?.(details, context)) ?? null,
    lazy: async () => {
      const [module] = await Promise.all([load(), loadTexts(...texts)]);
      return { Component: module.default };
    },
  }));
}

const aliases = Object.entries(ALIASES).map(([path, name]) => ({
  path,
  loader: async () => {
    await textsReady;
    return redirect(pathTo(name, currentLanguage()));
  },
}));

async function startPage() {
  await textsReady;
  return redirect(pathTo((await loadUser()) ? "dashboard" : "login", currentLanguage()));
}

export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Blank,
    children: [
      { path: "/", loader: startPage },
      ...aliases,
      ...page(
        "login",
        { texts: ["accounts"], load: () => import("../features/accounts/login-page") },
        requireGuest,
      ),
      ...page(
        "register",
        { texts: ["accounts"], load: () => import("../features/accounts/register-page") },
        requireGuest,
      ),
      ...page("oneTimeLogin", {
        texts: ["accounts"],
        load: () => import("../features/accounts/one-time-login-page"),
      }),
      {
        lazy: async () => {
          const [module] = await Promise.all([import("./app-layout"), loadTexts("layout")]);
          return { Component: module.AppLayout };
        },
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              ...page(
                "dashboard",
                { texts: ["dashboard", "tools", "documents"], load: () => import("./dashboard-route") },
                requireUser,
              ),
              ...page(
                "tools",
                { texts: ["tools"], load: () => import("../features/tools/catalogue-page") },
                requireUser,
              ),
              ...page(
                "posts",
                { texts: ["tools", "groups"], load: () => import("./posts-route") },
                requireUser,
              ),
              ...page("ads", { texts: ["tools", "groups"], load: () => import("./ads-route") }, requireUser),
              ...page("tool", { texts: ["tools"], load: () => import("./tool-route") }, requireUser),
              ...page(
                "brandKit",
                { texts: ["brand"], load: () => import("../features/brand/brand-kit-page") },
                requireUser,
              ),
              ...page(
                "brandKitSetup",
                { texts: ["brand"], load: () => import("../features/brand/brand-setup-page") },
                requireUser,
              ),
              ...page(
                "bulk",
                { texts: ["bulk"], load: () => import("../features/bulk/bulk-page") },
                requireUser,
              ),
              ...page(
                "newBulk",
                { texts: ["bulk"], load: () => import("../features/bulk/new-bulk-page") },
                requireUser,
              ),
              ...page(
                "bulkJob",
                { texts: ["bulk"], load: () => import("../features/bulk/job-page") },
                requireUser,
              ),
              ...page(
                "archive",
                { texts: ["documents"], load: () => import("../features/documents/archive-page") },
                requireUser,
              ),
              ...page(
                "document",
                { texts: ["documents"], load: () => import("../features/documents/document-page") },
                requireUser,
              ),
            ],
          },
        ],
      },
      { path: "*", Component: NotFoundPage },
    ],
  },
]);
