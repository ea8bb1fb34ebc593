import { ApiProblem } from "@sitewright/sdk/shell";
import type { FetchQueryOptions } from "@tanstack/react-query";
import { createBrowserRouter, data, type LoaderFunction, type RouteObject } from "react-router";
import { queryClient } from "../api/query";
import { loadTexts } from "../i18n/i18n";
import { ErrorPage, NotFoundPage } from "./error-page";
import { leaveVerified } from "./guards";
import { aliasRoutes, page } from "./page-routes";
import { Blank, RootLayout } from "./root-layout";

/** What cannot be an id was never given to anything. */
const hasId = (name: string) => (params: Params) => /^[\w-]{1,64}$/.test(params[name] ?? "");

type Params = Record<string, string | undefined>;

/** Loads what a page shows before the page: if it does not exist, the page does not exist. */
const existing =
  (query: (params: Params) => Promise<unknown>): LoaderFunction =>
  async ({ params }) => {
    try {
      await queryClient.fetchQuery((await query(params)) as FetchQueryOptions);
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.status === 404) throw data("invalid", { status: 404 });
      throw problem;
    }
    return null;
  };

const publishers = () => import("../features/publishers/pages");
const revenue = () => import("../features/revenue/pages");
const reviews = () => import("../features/reviews/pages");

/** Pages in the frame of the application, behind the sign-in. */
const appPages: RouteObject[] = [
  ...page("dashboard", {
    texts: ["dashboard", "tools", "documents"],
    load: () => import("./dashboard-route"),
  }),
  ...page("addProject", {
    texts: ["projects"],
    load: () => import("../features/projects/add-project-page"),
  }),
  ...page("tools", { texts: ["tools"], load: () => import("../features/tools/catalogue-page") }),
  ...page("posts", { texts: ["tools", "groups"], load: () => import("./posts-route") }),
  ...page("ads", { texts: ["tools", "groups"], load: () => import("./ads-route") }),
  ...page("tool", { texts: ["tools", "invited"], load: () => import("./tool-route") }),
  ...page("toolInvitation", { texts: ["invited"], load: () => import("../features/tools/invitation-page") }),
  ...page("brandKit", { texts: ["brand"], load: () => import("../features/brand/brand-kit-page") }),
  ...page("brandKitSetup", { texts: ["brand"], load: () => import("../features/brand/brand-setup-page") }),
  ...page("bulk", { texts: ["bulk"], load: () => import("../features/bulk/bulk-page") }),
  ...page("newBulk", { texts: ["bulk"], load: () => import("../features/bulk/new-bulk-page") }),
  ...page("bulkJob", {
    texts: ["bulk"],
    load: () => import("../features/bulk/job-page"),
    validate: hasId("job"),
  }),
  ...page("archive", { texts: ["documents"], load: () => import("../features/documents/archive-page") }),
  ...page("settings", { texts: ["settings"], load: () => import("../features/settings/info-page") }),
  ...page("settingsInfo", { texts: ["settings"], load: () => import("../features/settings/info-page") }),
  ...page("settingsSecurity", {
    texts: ["settings"],
    load: () => import("../features/settings/security-page"),
  }),
  ...page("settingsBilling", {
    texts: ["settings"],
    load: () => import("../features/settings/billing-page"),
  }),
  ...page("settingsConnections", {
    texts: ["connections", "settings"],
    load: () => import("../features/settings/connections-page"),
  }),
  ...page("settingsKeys", { texts: ["settings"], load: () => import("../features/settings/keys-page") }),
  ...page("publisher", {
    texts: ["portal", "partners"],
    load: async () => ({ default: (await publishers()).OverviewPage }),
  }),
  ...page("publisherPackages", {
    texts: ["portal", "partners"],
    load: async () => ({ default: (await publishers()).PackagesPage }),
  }),
  ...page(
    "publisherPackage",
    {
      texts: ["portal"],
      load: async () => ({ default: (await publishers()).PackagePage }),
      validate: hasId("submission"),
    },
    existing(async ({ submission = "" }) => (await publishers()).submissionQuery(submission)),
  ),
  ...page("publisherPlugins", {
    texts: ["portal", "partners"],
    load: async () => ({ default: (await publishers()).PluginsPage }),
  }),
  ...page(
    "publisherPlugin",
    {
      texts: ["portal"],
      load: async () => ({ default: (await publishers()).PluginPage }),
      validate: hasId("plugin"),
    },
    existing(async ({ plugin = "" }) => (await publishers()).statsQuery(plugin)),
  ),
  ...page("publisherMembers", {
    texts: ["portal", "partners"],
    load: async () => ({ default: (await publishers()).MembersPage }),
  }),
  ...page("publisherJoin", {
    texts: ["portal"],
    load: async () => ({ default: (await publishers()).JoinPage }),
  }),
  ...page("publisherProfile", {
    texts: ["portal", "partners"],
    load: async () => ({ default: (await publishers()).ProfilePage }),
  }),
  ...page("publisherEarnings", {
    texts: ["portal", "partners", "revenue"],
    load: async () => ({ default: (await publishers()).EarningsPage }),
  }),
  ...page("adminUsers", { texts: ["admin"], load: () => import("../features/users/users-page") }),
  ...page(
    "adminUser",
    {
      texts: ["admin", "matrix", "products"],
      load: () => import("./user-route"),
      validate: hasId("user"),
    },
    existing(async ({ user = "" }) => (await import("../features/users/users")).userQuery(user)),
  ),
  ...page("adminOutbox", { texts: ["admin"], load: () => import("../features/mail/outbox-page") }),
  ...page(
    "adminMail",
    { texts: ["admin"], load: () => import("../features/mail/mail-page"), validate: hasId("mail") },
    existing(async ({ mail = "" }) => (await import("../features/mail/outbox")).mailQuery(mail)),
  ),
  ...page("adminAudit", { texts: ["admin"], load: () => import("../features/audit-log/audit-log-page") }),
  ...page("adminPlugins", {
    texts: ["admin", "plugins"],
    load: () => import("../features/plugins/plugins-page"),
  }),
  ...page(
    "adminPlugin",
    {
      texts: ["admin", "plugins", "products"],
      load: () => import("../features/plugins/plugin-page"),
      validate: hasId("plugin"),
    },
    existing(async ({ plugin = "" }) => (await import("../features/plugins/plugins")).pluginQuery(plugin)),
  ),
  ...page(
    "adminPackage",
    {
      texts: ["admin", "plugins", "products"],
      load: () => import("../features/plugins/package-page"),
      validate: hasId("package"),
    },
    existing(async ({ package: digest = "" }) =>
      (await import("../features/plugins/plugins")).versionQuery(digest),
    ),
  ),
  ...page("adminTrial", {
    texts: ["admin", "plugins", "products", "tools", "trials"],
    load: () => import("./trial-route"),
  }),
  ...page("adminReviews", {
    texts: ["admin", "reviews"],
    load: async () => ({ default: (await reviews()).ReviewsPage }),
  }),
  ...page(
    "adminReview",
    {
      texts: ["admin", "plugins", "products", "reviews"],
      load: async () => ({ default: (await reviews()).ReviewPage }),
      validate: hasId("review"),
    },
    existing(async ({ review = "" }) => (await reviews()).reviewQuery(review)),
  ),
  ...page("adminMatrix", {
    texts: ["admin", "matrix"],
    load: () => import("../features/matrix/matrix-page"),
  }),
  ...page("adminPublishers", {
    texts: ["admin", "publishers"],
    load: () => import("../features/publishers/publishers-page"),
  }),
  ...page("adminRevenue", {
    texts: ["admin", "revenue"],
    load: async () => ({ default: (await revenue()).RevenuePage }),
  }),
  ...page(
    "adminRevenuePublisher",
    {
      texts: ["admin", "revenue"],
      load: async () => ({ default: (await revenue()).RevenuePublisherPage }),
      validate: hasId("publisher"),
    },
    existing(async ({ publisher = "" }) => (await revenue()).bookQuery(publisher)),
  ),
  ...page("adminProducts", {
    texts: ["products", "revenue"],
    load: () => import("../features/plans/products-page"),
  }),
  ...page("document", {
    texts: ["documents"],
    load: () => import("../features/documents/document-page"),
    validate: hasId("document"),
  }),
];

/** Pages that bring their own frame. */
const blankPages: RouteObject[] = [
  ...page("login", { texts: ["accounts"], load: () => import("../features/accounts/login-page") }),
  ...page("register", { texts: ["accounts"], load: () => import("../features/accounts/register-page") }),
  ...page(
    "verifyEmail",
    { texts: ["accounts"], load: () => import("../features/accounts/verify-email-page") },
    leaveVerified,
  ),
  ...page("confirmEmail", {
    texts: ["accounts"],
    load: () => import("../features/accounts/confirm-email-page"),
  }),
  ...page("resetPassword", {
    texts: ["accounts"],
    load: () => import("../features/accounts/reset-password-page"),
  }),
  ...page("changePassword", {
    texts: ["accounts"],
    load: () => import("../features/accounts/change-password-page"),
  }),
  ...page("oneTimeLogin", {
    texts: ["accounts"],
    load: () => import("../features/accounts/one-time-login-page"),
  }),
];

/** The first minutes of an account: the frame of the application would lead away from them. */
const onboardingPages: RouteObject[] = page("onboarding", {
  texts: ["projects", "brand", "tools"],
  load: () => import("./onboarding-route"),
});

/** Pages that anybody may see, in a frame with a logo and little else. */
const minimalPages: RouteObject[] = [
  ...page("home", { texts: ["home"], load: () => import("../features/home/home-page") }),
  ...page("checkout", { texts: ["plans"], load: () => import("../features/plans/checkout-page") }),
  ...page(
    "docs",
    { texts: ["docs"], load: () => import("../features/docs/docs-page") },
    async ({ request, params }) =>
      (await import("../features/docs/docs")).loadPage(new URL(request.url).pathname, params["*"] ?? ""),
  ),
  ...page("partners", { texts: ["partners"], load: () => import("../features/publishers/programme-page") }),
];

/** A page that fails is told inside its frame. */
const framed = (pages: RouteObject[]): RouteObject[] => [
  { errorElement: <ErrorPage isFramed />, children: pages },
];

export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Blank,
    children: [
      ...blankPages,
      ...onboardingPages,
      {
        lazy: async () => {
          const [module] = await Promise.all([import("./minimal-layout"), loadTexts("layout")]);
          return { Component: module.MinimalLayout };
        },
        children: [...framed(minimalPages), { path: "*", element: <NotFoundPage isFramed /> }],
      },
      {
        lazy: async () => {
          const [module] = await Promise.all([import("./app-layout"), loadTexts("layout", "notifications")]);
          return { Component: module.AppLayout };
        },
        children: framed(appPages),
      },
      ...aliasRoutes,
    ],
  },
]);
