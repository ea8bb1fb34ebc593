import { createBrowserRouter, type RouteObject } from "react-router";
import { loadTexts } from "../i18n/i18n";
import { ErrorPage, NotFoundPage } from "./error-page";
import { leaveVerified } from "./guards";
import { leaveAlias, page } from "./page-routes";
import { Blank, RootLayout } from "./root-layout";

const publishers = () => import("../features/publishers/pages");
const revenue = () => import("../features/revenue/pages");
const posts = () => import("../features/posts/pages");
const operator = () => import("../features/operator/pages");
const reviews = () => import("../features/reviews/pages");

/** A page of a chunk that contains several. */
const part =
  <M, Name extends keyof M>(chunk: () => Promise<M>, name: Name) =>
  async () => ({ default: (await chunk())[name] });

const shops = () => import("../features/shops/pages");

/** A page of one shop, which is loaded before it. */
const shop = async (id: string) => (await shops()).shopQuery(id);

const audits = () => import("../features/audits/pages");
const audit = { id: "audit", query: async (id: string) => (await audits()).auditQuery(id) };

const settings = async () => (await operator()).settingsQuery;
const legal = async () => (await operator()).legalQuery;
const LEGAL_TEXTS = ["terms", "privacy", "cookies"].flatMap((kind) => [`${kind}-en`, `${kind}-pl`]);

const PORTAL = ["portal", "partners"];
const own = async () => (await publishers()).ownQuery;
const brandKit = async () => (await import("../features/brand/kit")).brandKitQuery;

/** Pages in the application's layout, behind the sign-in. */
const appPages: RouteObject[] = [
  ...page("dashboard", ["dashboard", "tools"], () => import("./dashboard-route"), {
    query: async () => (await import("../features/dashboard/figures")).beginFigures(),
  }),
  ...page("projects", ["projects"], () => import("../features/projects/projects-page")),
  ...page("addProject", ["projects"], () => import("../features/projects/add-project-page")),
  ...page("tools", ["tools"], () => import("../features/tools/catalogue-page")),
  ...page("posts", ["tools", "groups"], () => import("./posts-route")),
  ...page("ads", ["tools", "groups"], () => import("./ads-route")),
  ...page("tool", ["tools", "invited", "sharing"], () => import("./tool-route"), {
    id: "tool",
    query: async (id) => (await import("../api/catalogue")).toolQuery(id),
  }),
  ...page("toolInvitation", ["invited"], () => import("../features/tools/invitation-page")),
  ...page("brandKit", ["brand"], () => import("../features/brand/brand-kit-page"), { query: brandKit }),
  ...page("brandKitSetup", ["brand"], () => import("../features/brand/brand-setup-page"), {
    query: brandKit,
  }),
  ...page("bulk", ["bulk"], () => import("../features/bulk/bulk-page")),
  ...page("newBulk", ["bulk"], () => import("../features/bulk/new-bulk-page")),
  ...page("bulkJob", ["bulk"], () => import("../features/bulk/job-page"), { id: "job" }),
  ...page("shops", ["shops"], () => import("../features/shops/shops-page")),
  ...page("shop", ["shops", "bulk"], () => import("./shop-route"), { id: "shop", query: shop }),
  ...page("shopApproval", ["shops", "bulk"], () => import("./shop-approval-route"), {
    id: "shop",
    query: shop,
  }),
  ...page("shopWriting", ["shops"], part(shops, "WritingPage"), { id: "shop", query: shop }),
  ...page("shopHistory", ["shops"], part(shops, "HistoryPage"), { id: "shop", query: shop }),
  ...page("shopSettings", ["shops"], part(shops, "ShopSettingsPage"), { id: "shop", query: shop }),
  ...page("audits", ["audits"], part(audits, "AuditsPage")),
  ...page("auditList", ["audits"], part(audits, "ListPage")),
  ...page("auditPage", ["audits"], () => import("../features/audits/address-page"), { id: "page" }),
  ...page("audit", ["audits"], part(audits, "OverviewPage"), audit),
  ...page("auditPages", ["audits"], part(audits, "AddressesPage"), audit),
  ...page("auditTree", ["audits"], part(audits, "TreePage"), audit),
  ...page("auditRule", ["audits"], () => import("../features/audits/rule-page"), audit),
  ...page("auditCompare", ["audits"], () => import("../features/audits/compare-page")),
  ...page("auditReports", ["audits"], () => import("../features/audits/reports-page")),
  ...page("auditSettings", ["audits"], () => import("../features/audits/settings-page")),
  ...page("tasks", ["tasks"], () => import("../features/tasks/tasks-page")),
  ...page("task", ["tasks"], () => import("../features/tasks/task-page"), { id: "task" }),
  ...page("archive", ["documents"], () => import("../features/documents/archive-page")),
  ...page("settings", ["settings"], () => import("../features/settings/info-page")),
  ...page("settingsInfo", ["settings"], () => import("../features/settings/info-page")),
  ...page("settingsSecurity", ["settings"], () => import("../features/settings/security-page"), {
    query: async () => (await import("../features/settings/security")).securityQuery,
  }),
  ...page("settingsBilling", ["settings"], () => import("../features/settings/billing-page")),
  ...page(
    "settingsConnections",
    ["connections", "settings"],
    () => import("../features/settings/connections-page"),
  ),
  ...page("settingsModel", ["models", "settings"], () => import("../features/settings/own-model-page"), {
    query: async () => (await import("../features/settings/own-model")).ownModelQuery,
  }),
  ...page("settingsKeys", ["settings"], () => import("../features/settings/keys-page")),
  ...page("settingsWebhooks", ["webhooks", "settings"], () => import("../features/settings/webhooks-page")),
  ...page("publisher", PORTAL, part(publishers, "OverviewPage"), { query: own }),
  ...page("publisherPackages", PORTAL, part(publishers, "PackagesPage"), { query: own }),
  ...page("publisherPackage", ["portal"], part(publishers, "PackagePage"), {
    id: "submission",
    query: async (id) => (await publishers()).submissionQuery(id),
  }),
  ...page("publisherPlugins", PORTAL, part(publishers, "PluginsPage"), { query: own }),
  ...page("publisherPlugin", ["portal"], part(publishers, "PluginPage"), {
    id: "plugin",
    query: async (id) => (await publishers()).statsQuery(id),
  }),
  ...page("publisherMembers", PORTAL, part(publishers, "MembersPage"), { query: own }),
  ...page("publisherJoin", ["portal"], part(publishers, "JoinPage")),
  ...page("publisherProfile", PORTAL, part(publishers, "ProfilePage"), { query: own }),
  ...page("publisherEarnings", ["portal", "partners", "revenue"], part(publishers, "EarningsPage"), {
    query: own,
  }),
  ...page("adminOverview", ["admin", "overview"], () => import("../features/overview/overview-page")),
  ...page("adminUsers", ["admin"], () => import("../features/users/users-page")),
  ...page("adminUser", ["admin", "matrix", "products"], () => import("./user-route"), {
    id: "user",
    query: async (id) => (await import("../features/users/users")).userQuery(id),
  }),
  ...page("adminJobs", ["admin"], () => import("../features/jobs/jobs-page")),
  ...page("adminShops", ["admin"], () => import("../features/shops/admin-shops-page")),
  ...page("adminOutbox", ["admin"], () => import("../features/mail/outbox-page")),
  ...page("adminMail", ["admin"], () => import("../features/mail/mail-page"), {
    id: "mail",
    query: async (id) => (await import("../features/mail/outbox")).mailQuery(id),
  }),
  ...page("adminAudit", ["admin"], () => import("../features/audit-log/audit-log-page")),
  ...page("adminPlugins", ["admin", "plugins"], () => import("../features/plugins/plugins-page")),
  ...page(
    "adminPlugin",
    ["admin", "overview", "plugins", "products"],
    () => import("../features/plugins/plugin-page"),
    {
      id: "plugin",
      query: async (id) => (await import("../features/plugins/plugins")).pluginQuery(id),
    },
  ),
  ...page(
    "adminPackage",
    ["admin", "plugins", "products"],
    () => import("../features/plugins/package-page"),
    { id: "package", query: async (id) => (await import("../features/plugins/plugins")).versionQuery(id) },
  ),
  ...page("adminTrial", ["admin", "plugins", "products", "tools", "trials"], () => import("./trial-route")),
  ...page("adminReviews", ["admin", "reviews"], part(reviews, "ReviewsPage")),
  ...page("adminReview", ["admin", "plugins", "products", "reviews"], part(reviews, "ReviewPage"), {
    id: "review",
    query: async (id) => (await reviews()).reviewQuery(id),
  }),
  ...page("adminMatrix", ["admin", "matrix"], () => import("../features/matrix/matrix-page")),
  ...page("adminDesign", ["design"], () => import("../features/design/design-page")),
  ...page("adminModels", ["admin", "models"], () => import("../features/models/models-page")),
  ...page("adminPublishers", ["admin", "publishers"], () => import("../features/publishers/publishers-page")),
  ...page("adminRevenue", ["admin", "revenue"], part(revenue, "RevenuePage")),
  ...page("adminRevenuePublisher", ["admin", "revenue"], part(revenue, "RevenuePublisherPage"), {
    id: "publisher",
    query: async (id) => (await revenue()).bookQuery(id),
  }),
  ...page(
    "adminProducts",
    ["admin", "products", "revenue"],
    () => import("../features/plans/products-page"),
    {
      query: async () => (await import("../admin/products")).allProductsQuery,
    },
  ),
  ...page("adminSite", ["operator"], part(operator, "VisitsPage")),
  ...page("adminSiteCompany", ["operator"], part(operator, "CompanyPage"), { query: settings }),
  ...page("adminSiteLook", ["operator"], part(operator, "LookPage"), { query: settings }),
  ...page("adminSiteNavigation", ["operator"], part(operator, "NavigationPage"), { query: settings }),
  ...page("adminSiteLegal", ["operator"], part(operator, "LegalPage"), { query: legal }),
  ...page("adminSiteLegalText", ["operator"], part(operator, "LegalTextPage"), {
    id: "text",
    ids: LEGAL_TEXTS,
    query: legal,
  }),
  ...page("adminSiteMeasuring", ["operator"], part(operator, "MeasuringPage"), { query: settings }),
  ...page("adminPosts", ["posts"], part(posts, "PostsPage")),
  ...page("adminPost", ["posts"], part(posts, "PostPage"), {
    id: "post",
    query: async (id) => (await posts()).postQuery(id),
  }),
  ...page("adminAuthors", ["posts"], part(posts, "AuthorsPage")),
  ...page("document", ["documents", "sharing", "tools"], () => import("./document-route"), {
    id: "document",
  }),
];

/** Pages with their own layout. */
const blankPages: RouteObject[] = [
  ...page("login", ["accounts"], () => import("../features/accounts/login-page")),
  ...page("register", ["accounts"], () => import("../features/accounts/register-page")),
  ...page("verifyEmail", ["accounts"], () => import("../features/accounts/verify-email-page"), {
    loader: leaveVerified,
  }),
  ...page("confirmEmail", ["accounts"], () => import("../features/accounts/confirm-email-page")),
  ...page("resetPassword", ["accounts"], () => import("../features/accounts/reset-password-page")),
  ...page("changePassword", ["accounts"], () => import("../features/accounts/change-password-page")),
  ...page("oneTimeLogin", ["accounts"], () => import("../features/accounts/one-time-login-page")),
];

/** The onboarding: the application's layout would distract from it. */
const onboardingPages: RouteObject[] = page(
  "onboarding",
  ["onboarding", "projects", "brand"],
  () => import("./onboarding-route"),
);

/** Public pages, in a minimal layout with a logo. */
const minimalPages: RouteObject[] = [
  ...page("checkout", ["plans"], () => import("../features/plans/checkout-page")),
  ...page("shopPanel", ["shops"], () => import("../features/shops/panel-page"), { id: "system" }),
  ...page("shared", ["sharing"], () => import("../features/documents/shared-page"), { id: "token" }),
];

/** The error of a page is shown inside its layout. */
const framed = (pages: RouteObject[]): RouteObject[] => [
  { errorElement: <ErrorPage isFramed />, children: pages },
];

const ROUTES: RouteObject[] = [
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
        children: [
          ...framed(minimalPages),
          { path: "*", loader: leaveAlias, element: <NotFoundPage isFramed /> },
        ],
      },
      {
        lazy: async () => {
          const [module] = await Promise.all([import("./app-layout"), loadTexts("layout", "notifications")]);
          return { Component: module.AppLayout };
        },
        children: framed(appPages),
      },
    ],
  },
];

export let router: ReturnType<typeof createBrowserRouter>;

/** Creates the router, which begins to load the page at once. */
export function startRouter() {
  router = createBrowserRouter(ROUTES);
}
