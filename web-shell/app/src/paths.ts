/** The languages of the product; English is the default. */
export const LANGUAGES = ["en", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Every page of the shell, with its path in each language. The router, every link, the server (which
 * answers other paths with 404) and the table in ROUTES.md read it.
 */
export const PATHS = {
  home: { en: "/", pl: "/pl" },
  login: { en: "/login", pl: "/login" },
  register: { en: "/register", pl: "/rejestracja" },
  verifyEmail: { en: "/verify-email", pl: "/weryfikacja-email" },
  confirmEmail: { en: "/email/verify", pl: "/email/weryfikacja" },
  resetPassword: { en: "/reset-password", pl: "/reset-hasla" },
  changePassword: { en: "/change-password", pl: "/zmiana-hasla" },
  oneTimeLogin: { en: "/auth/one-time-login/:token", pl: "/auth/one-time-login/:token" },
  shared: { en: "/shared/:token", pl: "/shared/:token" },
  onboarding: { en: "/onboarding", pl: "/onboarding" },
  checkout: { en: "/checkout", pl: "/checkout" },
  docs: { en: "/docs/*", pl: "/pl/docs/*" },
  partners: { en: "/partners", pl: "/partnerzy" },
  aiTools: { en: "/ai-tools", pl: "/narzedzia-ai" },
  aiTool: { en: "/ai-tools/:tool", pl: "/narzedzia-ai/:tool" },
  copywriter: { en: "/copywriter-ai", pl: "/ai-copywriter" },
  socialMedia: { en: "/social-media", pl: "/generator-social-media" },
  adsGenerator: { en: "/ads-generator", pl: "/generator-reklam" },
  seoAudit: { en: "/seo-audit", pl: "/audyt-seo" },
  ecommerce: { en: "/for-ecommerce", pl: "/ai-dla-ecommerce" },
  pricing: { en: "/pricing", pl: "/cennik" },
  blog: { en: "/blog", pl: "/pl/blog" },
  blogPost: { en: "/blog/post/:post", pl: "/pl/blog/post/:post" },
  blogTag: { en: "/blog/tag/:tag", pl: "/pl/blog/tag/:tag" },
  blogAuthor: { en: "/blog/author/:author", pl: "/pl/blog/autor/:author" },
  blogPreview: { en: "/blog/preview/:token", pl: "/pl/blog/preview/:token" },
  ownPage: { en: "/page/:page", pl: "/pl/strona/:page" },
  contact: { en: "/contact-us", pl: "/kontakt" },
  maker: { en: "/maker", pl: "/pl/maker" },
  specialOffer: { en: "/s-offer", pl: "/pl/s-offer" },
  terms: { en: "/terms", pl: "/regulamin" },
  privacy: { en: "/privacy", pl: "/polityka-prywatnosci" },
  cookies: { en: "/cookies", pl: "/pliki-cookie" },
  shopPanel: { en: "/shop-panel/:system", pl: "/shop-panel/:system" },
  dashboard: { en: "/app/dashboard", pl: "/app/dashboard" },
  projects: { en: "/app/projects", pl: "/app/projekty" },
  addProject: { en: "/app/add-project", pl: "/app/dodaj-projekt" },
  tools: { en: "/app/tools", pl: "/app/narzedzia" },
  tool: { en: "/app/tools/:tool/*", pl: "/app/narzedzia/:tool/*" },
  toolInvitation: { en: "/app/invitation", pl: "/app/zaproszenie" },
  posts: { en: "/app/social-media", pl: "/app/generator-social-media" },
  ads: { en: "/app/ads-generator", pl: "/app/generator-reklam" },
  brandKit: { en: "/app/brand-kit", pl: "/app/zestaw-marki" },
  brandKitSetup: { en: "/app/brand-kit-setup", pl: "/app/kreator-zestawu-marki" },
  bulk: { en: "/app/bulk", pl: "/app/hurtowo" },
  // Before the page of one job, whose pattern matches as well.
  newBulk: { en: "/app/bulk/new", pl: "/app/hurtowo/nowe" },
  bulkJob: { en: "/app/bulk/:job", pl: "/app/hurtowo/:job" },
  shops: { en: "/app/shops", pl: "/app/sklepy" },
  shop: { en: "/app/shops/:shop", pl: "/app/sklepy/:shop" },
  shopApproval: { en: "/app/shops/:shop/approval", pl: "/app/sklepy/:shop/akceptacja" },
  shopWriting: { en: "/app/shops/:shop/writing", pl: "/app/sklepy/:shop/zapis" },
  shopHistory: { en: "/app/shops/:shop/history", pl: "/app/sklepy/:shop/historia" },
  shopSettings: { en: "/app/shops/:shop/settings", pl: "/app/sklepy/:shop/ustawienia" },
  audits: { en: "/app/health-score", pl: "/app/audyt-strony" },
  // Before the page of one audit, whose pattern matches as well.
  auditList: { en: "/app/health-score/overview/list", pl: "/app/audyt-strony/przeglad/lista" },
  auditPage: {
    en: "/app/health-score/overview/details/:page",
    pl: "/app/audyt-strony/przeglad/podstrona/:page",
  },
  audit: { en: "/app/health-score/overview/:audit", pl: "/app/audyt-strony/przeglad/:audit" },
  auditPages: {
    en: "/app/health-score/overview/:audit/pages",
    pl: "/app/audyt-strony/przeglad/:audit/podstrony",
  },
  auditTree: {
    en: "/app/health-score/overview/:audit/site-map",
    pl: "/app/audyt-strony/przeglad/:audit/mapa-strony",
  },
  auditRule: {
    en: "/app/health-score/overview/:audit/error/:rule",
    pl: "/app/audyt-strony/przeglad/:audit/blad/:rule",
  },
  auditCompare: { en: "/app/health-score/compare", pl: "/app/audyt-strony/porownanie" },
  auditReports: { en: "/app/health-score/reports", pl: "/app/audyt-strony/raporty" },
  auditSettings: { en: "/app/health-score/settings", pl: "/app/audyt-strony/ustawienia" },
  tasks: { en: "/app/tasks", pl: "/app/zadania" },
  task: { en: "/app/tasks/:task", pl: "/app/zadania/:task" },
  archive: { en: "/app/archive", pl: "/app/archiwum" },
  document: { en: "/app/archive/:document", pl: "/app/archiwum/:document" },
  settings: { en: "/app/settings", pl: "/app/ustawienia" },
  settingsInfo: { en: "/app/settings/info", pl: "/app/ustawienia/info" },
  settingsSecurity: { en: "/app/settings/security", pl: "/app/ustawienia/bezpieczenstwo" },
  settingsBilling: { en: "/app/settings/billing", pl: "/app/ustawienia/płatności" },
  settingsConnections: { en: "/app/settings/connections", pl: "/app/ustawienia/polaczenia" },
  settingsModel: { en: "/app/settings/language-model", pl: "/app/ustawienia/model-jezykowy" },
  settingsKeys: { en: "/app/settings/api-keys", pl: "/app/ustawienia/klucze-api" },
  settingsWebhooks: { en: "/app/settings/webhooks", pl: "/app/ustawienia/webhooki" },
  publisher: { en: "/app/publisher", pl: "/app/wydawca" },
  publisherPackages: { en: "/app/publisher/packages", pl: "/app/wydawca/pakiety" },
  publisherPackage: { en: "/app/publisher/packages/:submission", pl: "/app/wydawca/pakiety/:submission" },
  publisherPlugins: { en: "/app/publisher/plugins", pl: "/app/wydawca/wtyczki" },
  publisherPlugin: { en: "/app/publisher/plugins/:plugin", pl: "/app/wydawca/wtyczki/:plugin" },
  publisherMembers: { en: "/app/publisher/members", pl: "/app/wydawca/czlonkowie" },
  publisherJoin: { en: "/app/publisher/join", pl: "/app/wydawca/dolacz" },
  publisherProfile: { en: "/app/publisher/profile", pl: "/app/wydawca/profil" },
  publisherEarnings: { en: "/app/publisher/earnings", pl: "/app/wydawca/rozliczenia" },
  adminOverview: { en: "/app/admin/overview", pl: "/app/admin/overview" },
  adminUsers: { en: "/app/admin/users", pl: "/app/admin/users" },
  adminUser: { en: "/app/admin/user/:user", pl: "/app/admin/user/:user" },
  adminJobs: { en: "/app/admin/jobs", pl: "/app/admin/jobs" },
  adminShops: { en: "/app/admin/shoper", pl: "/app/admin/shoper" },
  adminOutbox: { en: "/app/admin/outbox", pl: "/app/admin/outbox" },
  adminMail: { en: "/app/admin/outbox/:mail", pl: "/app/admin/outbox/:mail" },
  adminAudit: { en: "/app/admin/audit-log", pl: "/app/admin/audit-log" },
  adminPlugins: { en: "/app/admin/plugins", pl: "/app/admin/plugins" },
  adminPlugin: { en: "/app/admin/plugins/:plugin", pl: "/app/admin/plugins/:plugin" },
  adminPackage: { en: "/app/admin/packages/:package", pl: "/app/admin/packages/:package" },
  adminTrial: { en: "/app/admin/trial", pl: "/app/admin/trial" },
  adminReviews: { en: "/app/admin/reviews", pl: "/app/admin/reviews" },
  adminReview: { en: "/app/admin/reviews/:review", pl: "/app/admin/reviews/:review" },
  adminMatrix: { en: "/app/admin/matrix", pl: "/app/admin/matrix" },
  adminModels: { en: "/app/admin/models", pl: "/app/admin/models" },
  adminPublishers: { en: "/app/admin/publishers", pl: "/app/admin/publishers" },
  adminRevenue: { en: "/app/admin/revenue", pl: "/app/admin/revenue" },
  adminRevenuePublisher: { en: "/app/admin/revenue/:publisher", pl: "/app/admin/revenue/:publisher" },
  adminDesign: { en: "/app/admin/design", pl: "/app/admin/design" },
  adminSite: { en: "/app/admin/site", pl: "/app/admin/site" },
  adminSiteCompany: { en: "/app/admin/site/company", pl: "/app/admin/site/company" },
  adminSiteLook: { en: "/app/admin/site/look", pl: "/app/admin/site/look" },
  adminSiteNavigation: { en: "/app/admin/site/navigation", pl: "/app/admin/site/navigation" },
  adminSiteLegal: { en: "/app/admin/site/legal", pl: "/app/admin/site/legal" },
  adminSiteLegalText: { en: "/app/admin/site/legal/:text", pl: "/app/admin/site/legal/:text" },
  adminSiteMeasuring: { en: "/app/admin/site/measuring", pl: "/app/admin/site/measuring" },
  adminPosts: { en: "/app/admin/posts", pl: "/app/admin/posts" },
  adminPost: { en: "/app/admin/posts/:post", pl: "/app/admin/posts/:post" },
  adminAuthors: { en: "/app/admin/authors", pl: "/app/admin/authors" },
  adminProducts: { en: "/app/admin/products", pl: "/app/admin/products" },
} as const satisfies Record<string, Record<Language, string>>;

export type PageName = keyof typeof PATHS;

/** Pages of the public site, which the server renders without the application. */
const SITE: readonly PageName[] = [
  "home",
  "docs",
  "partners",
  "aiTools",
  "aiTool",
  "copywriter",
  "socialMedia",
  "adsGenerator",
  "seoAudit",
  "ecommerce",
  "pricing",
  "blog",
  "blogPost",
  "blogTag",
  "blogAuthor",
  "blogPreview",
  "ownPage",
  "contact",
  "maker",
  "specialOffer",
  "terms",
  "privacy",
  "cookies",
];
export const isOfSite = (page: PageName): boolean => SITE.includes(page);

const PAGES = Object.keys(PATHS) as PageName[];

/** Older addresses that redirect. `aliases` derives those under /dashboard/ and /pl/ from the pages. */
export const ALIASES: Record<string, PageName> = {
  "/auth/login": "login",
  "/auth/register": "register",
  "/auth/reset-password": "resetPassword",
  "/auth/changePassword": "changePassword",
  "/verifyEmail": "verifyEmail",
  "/app": "dashboard",
  "/dashboard": "dashboard",
  "/ai-for-ecommerce": "ecommerce",
  "/contactus": "contact",
  // Without Polish letters.
  "/app/ustawienia/platnosci": "settingsBilling",
};

/**
 * Who may open a page: everyone · guests only · signed-in users, even with an unverified address · users
 * with a verified address · administrators.
 */
export type Access = "public" | "guest" | "signed-in" | "user" | "admin";

/** Pages whose access differs from the default of their address. */
const ACCESS: Partial<Record<string, Access>> = {
  login: "guest",
  register: "guest",
  resetPassword: "guest",
  verifyEmail: "signed-in",
  onboarding: "user",
  confirmEmail: "signed-in",
  changePassword: "user",
};

/** Who may open a page. Pages under /app/ are closed by default, so none can be left open by accident. */
export function accessOf(page: PageName): Access {
  const { en: path } = PATHS[page];
  const byAddress = path.startsWith("/app/admin/") ? "admin" : path.startsWith("/app/") ? "user" : "public";
  return ACCESS[page] ?? byAddress;
}

/** The address of a page; `params` fill `:name`, and `*` is the rest of a splat. */
export function pathTo(page: PageName, language: Language, params: Record<string, string> = {}): string {
  const filled = PATHS[page][language].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return filled.replace(/\/\*$/, params["*"] ? `/${params["*"]}` : "");
}

/** Decodes a part of an address; an invalid encoding is kept and matches no page. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const splitPatterns = new Map<string, string[]>();

/** The parts of a pattern, which are needed for every address that is looked up. */
function partsOf(pattern: string): string[] {
  const known = splitPatterns.get(pattern);
  if (known) return known;
  const parts = withoutSlash(pattern).split("/");
  splitPatterns.set(pattern, parts);
  return parts;
}

function matchPattern(pattern: string, given: string[]): Record<string, string> | null {
  const wanted = partsOf(pattern);
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part === "*") {
      params["*"] = given.slice(index).join("/");
      return params;
    }
    const value = given[index];
    if (value === undefined) return null;
    if (part.startsWith(":")) params[part.slice(1)] = decoded(value);
    else if (part !== value && part !== decoded(value)) return null;
  }
  return given.length === wanted.length ? params : null;
}

/** An address without a trailing slash, which refers to the same page. */
export const withoutSlash = (pathname: string): string => pathname.replace(/\/+$/, "");

/** The page of an address, the languages in which it has this address, and its parameters. */
export function findPage(pathname: string) {
  const given = withoutSlash(pathname).split("/");
  for (const page of PAGES) {
    const languages = LANGUAGES.filter((language) => matchPattern(PATHS[page][language], given));
    const first = languages[0];
    if (!first) continue;
    return { page, languages, params: matchPattern(PATHS[page][first], given) ?? {} };
  }
  return null;
}

/** The page at an address; null if there is none yet, so that menus can omit it. */
export const pageAt = (pathname: string): PageName | null => findPage(pathname)?.page ?? null;

/** The same page in the other language; an unknown address stays as it is. */
export function translatePath(pathname: string, language: Language): string {
  const found = findPage(pathname);
  return found ? pathTo(found.page, language, found.params) : pathname;
}

/** Whether an address is for signed-in users: there their own language applies, not that of the address. */
export function isBehindSignIn(pathname: string): boolean {
  const page = pageAt(pathname);
  return page !== null && !["public", "guest"].includes(accessOf(page));
}

/** The language of an address, if it exists in only one. */
export function languageOfPath(pathname: string): Language | null {
  const languages = findPage(pathname)?.languages ?? [];
  return languages.length === 1 ? (languages[0] ?? null) : null;
}

/** An address that redirects to a page; with a language if that is unambiguous. */
export type Alias = { path: string; page: PageName; language: Language | null };

/** The former prefix of /app/: every page behind it has an old address under /dashboard/, in both languages. */
function dashboardAliases(page: PageName): Alias[] {
  return [...new Set(LANGUAGES.map((language) => PATHS[page][language]))]
    .filter((path) => path.startsWith("/app/"))
    .map((path) => ({ path: path.replace("/app/", "/dashboard/"), page, language: languageOfPath(path) }));
}

/** Every public page has a Polish address with this prefix, in addition to its own. */
function polishAliases(page: PageName): Alias[] {
  const { en, pl } = PATHS[page];
  if (en.startsWith("/app/") || pl.startsWith("/pl")) return [];
  return [...new Set([pl, en])].map((path) => ({ path: `/pl${path}`, page, language: "pl" }));
}

/** All addresses that redirect to a page. */
export function aliases(): Alias[] {
  const written = Object.entries(ALIASES).map(([path, page]) => ({ path, page, language: null }));
  const made = PAGES.flatMap((page) => [...dashboardAliases(page), ...polishAliases(page)]);
  return [...written, ...made];
}

/** The page to which an older address redirects, with the parameters of the address. */
export function findAlias(pathname: string) {
  const given = withoutSlash(pathname).split("/");
  for (const { path, page, language } of aliases()) {
    const params = matchPattern(path, given);
    if (params) return { page, language, params };
  }
  return null;
}
