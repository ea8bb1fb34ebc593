import type { Language } from "./texts.ts";

/** Who may open a page, in the words of the specification's guards. */
export type Access = "public" | "guest" | "signed-in" | "user" | "admin";

/** Who asks. Somebody unverified has an account whose email address is not confirmed yet. */
export const PEOPLE = ["guest", "unverified", "user", "admin"] as const;
export type Visitor = (typeof PEOPLE)[number];

/** A page that works, or one that comes later and is answered by the 404 page until then. */
type State = "built" | "later";

/** One page: its address in each language, and older addresses that lead to it. */
export type Route = Record<Language, string> & { access: Access; state: State; aliases: string[] };

const route = (state: State, access: Access, en: string, pl = en, ...aliases: string[]): Route => ({
  en,
  pl,
  access,
  state,
  aliases,
});

/**
 * Every address of section 2 of the specification. Whoever builds a page changes `later` to `built` in its line. Parts
 * that name something stand for it with an example; whether it exists is the page's affair.
 */
export const ROUTES: Route[] = [
  // Public pages.
  route("built", "public", "/", "/pl"),
  route("built", "guest", "/login", "/login", "/auth/login"),
  route("built", "guest", "/register", "/rejestracja", "/auth/register"),
  route("later", "guest", "/appsumo/register", "/appsumo/rejestracja"),
  route("later", "guest", "/dealfuel/register"),
  route("built", "guest", "/reset-password", "/reset-hasla", "/auth/reset-password"),
  route("built", "user", "/change-password", "/zmiana-hasla", "/auth/changePassword"),
  route("built", "signed-in", "/verify-email", "/weryfikacja-email", "/verifyEmail"),
  route("built", "signed-in", "/email/verify", "/email/weryfikacja"),
  route("later", "public", "/pricing", "/cennik"),
  route("built", "public", "/checkout"),
  route("later", "public", "/privacy", "/polityka-prywatnosci"),
  route("later", "public", "/terms", "/regulamin"),
  route("later", "public", "/contact-us", "/kontakt", "/contactus"),
  route("built", "public", "/partners", "/partnerzy"),
  route("later", "public", "/blog"),
  route("later", "public", "/blog/post/first", "/pl/blog/post/first"),
  route("later", "public", "/ai-tools", "/narzedzia-ai"),
  route("later", "public", "/ads-generator", "/generator-reklam"),
  route("later", "public", "/competitor-analysis", "/analiza-konkurencji"),
  route("later", "public", "/seo-audit", "/audyt-seo"),
  route("later", "public", "/rank-tracker", "/monitoring-pozycji"),
  route("later", "public", "/social-media", "/generator-social-media"),
  route("later", "public", "/copywriter-ai", "/ai-copywriter"),
  route("later", "public", "/for-ecommerce", "/ai-dla-ecommerce", "/ai-for-ecommerce"),
  route("later", "public", "/maker"),
  route("later", "public", "/s-offer"),
  route("built", "user", "/onboarding"),
  route("later", "public", "/website"),
  route("later", "public", "/keyword-details"),
  route("built", "public", "/auth/one-time-login/used"),
  route("built", "public", "/docs/introduction", "/pl/docs/introduction", "/docs"),
  route("later", "public", "/docs/rank-tracker"),
  route("later", "public", "/docs/seo-audit"),
  route("later", "public", "/docs/competitor-analysis"),
  route("later", "public", "/docs/copywriter-ai"),
  route("later", "public", "/docs/ad-generator"),
  route("later", "public", "/docs/ai-for-ecommerce"),
  route("later", "public", "/docs/post-stories-generator"),
  route("later", "public", "/docs/more-tools"),
  route("later", "public", "/docs/shoper-integration"),
  route("later", "public", "/docs/shoper"),

  // The application.
  route("built", "user", "/app/dashboard", "/app/dashboard", "/dashboard"),
  route("built", "user", "/app/add-project", "/app/dodaj-projekt"),
  route("later", "user", "/app/rank-tracker", "/app/monitoring-pozycji"),
  route("later", "user", "/app/competitor-analysis", "/app/analiza-konkurencji"),
  route("later", "user", "/app/analysis/example.com", "/app/analiza/example.com"),
  route("later", "user", "/app/keyword-research"),
  route("later", "user", "/app/keyword-research/keyword-details/1"),
  route("later", "user", "/app/keyword-analysis"),
  route("later", "user", "/app/keyword-gap"),
  route("later", "user", "/app/health-score"),
  route("later", "user", "/app/health-score/overview/list"),
  route("later", "user", "/app/health-score/overview/1"),
  route("later", "user", "/app/health-score/overview/details/1"),
  route("later", "user", "/app/health-score/overview/1/error/missing-title"),
  route("later", "user", "/app/backlinks"),
  route("later", "user", "/app/backlinks/example.com"),
  route("later", "user", "/app/writer"),
  route("later", "user", "/app/writer/article/1", "/app/writer/artykul/1"),
  route("later", "user", "/app/writers"),
  route("later", "user", "/app/seo-writer"),
  route("later", "user", "/app/one-click-writer"),
  route("later", "user", "/app/self-writer"),
  route("later", "user", "/app/bulk-writer"),
  route("built", "user", "/app/archive", "/app/archiwum", "/dashboard/archive"),
  route("later", "user", "/app/tasks", "/app/zadania"),
  route("later", "user", "/app/calendar"),
  route("later", "user", "/app/serp"),
  route("built", "user", "/app/brand-kit", "/app/zestaw-marki", "/dashboard/brand-kit"),
  route("built", "user", "/app/brand-kit-setup", "/app/kreator-zestawu-marki"),
  route("later", "user", "/app/pricing"),
  route("later", "user", "/app/affiliates"),
  route("built", "user", "/app/tools", "/app/narzedzia", "/dashboard/tools"),
  ...[
    ...["facebook-post", "linkedin-post", "twitter-post", "instagram-post", "article-ideas", "article-intro"],
    ...["article-outline", "expand-text", "youtube-ideas", "tiktok-ideas", "product-description"],
    ...[
      "amazon-product-description",
      "amazon-category-description",
      "email",
      "newsletter",
      "job-description",
    ],
    ...["paraphrase", "text-summary", "personal-bio", "business-bio", "cover-letter", "translate"],
    ...["google-ads", "facebook-ads", "linkedin-ads", "seo-metatags"],
  ].map((tool) => route("built", "user", `/app/tools/${tool}`, `/app/narzedzia/${tool}`)),
  route("later", "user", "/app/tools/writer", "/app/narzedzia/writer"),
  route("later", "user", "/app/website/1", "/app/strona/1"),
  route("later", "user", "/app/website/keyword-details/bread", "/app/strona/keyword-details/bread"),
  route("built", "user", "/app/settings", "/app/ustawienia"),
  route("built", "user", "/app/settings/info", "/app/ustawienia/info"),
  route("built", "user", "/app/settings/security", "/app/ustawienia/bezpieczenstwo"),
  route("built", "user", "/app/settings/connections", "/app/ustawienia/polaczenia"),
  route("built", "user", "/app/settings/billing", "/app/ustawienia/płatności", "/app/ustawienia/platnosci"),
  route("built", "user", "/app/settings/api-keys", "/app/ustawienia/klucze-api"),
  // Not in the specification.
  route("built", "user", "/app/publisher", "/app/wydawca"),
  route("built", "user", "/app/publisher/packages", "/app/wydawca/pakiety"),
  route("built", "user", "/app/publisher/packages/1", "/app/wydawca/pakiety/1"),
  route("built", "user", "/app/publisher/plugins", "/app/wydawca/wtyczki"),
  route("built", "user", "/app/publisher/plugins/1", "/app/wydawca/wtyczki/1"),
  route("built", "user", "/app/publisher/members", "/app/wydawca/czlonkowie"),
  route("built", "user", "/app/publisher/join", "/app/wydawca/dolacz"),
  route("built", "user", "/app/invitation", "/app/zaproszenie"),
  route("built", "user", "/app/publisher/earnings", "/app/wydawca/rozliczenia"),
  route("built", "user", "/app/publisher/profile", "/app/wydawca/profil"),

  // Administration.
  route("later", "admin", "/app/admin/payments"),
  route("built", "admin", "/app/admin/products"),
  route("later", "admin", "/app/admin/shoper"),
  route("built", "admin", "/app/admin/users"),
  route("built", "admin", "/app/admin/user/1"),
  // Not in the specification.
  route("built", "admin", "/app/admin/jobs"),
  route("built", "admin", "/app/admin/outbox"),
  route("built", "admin", "/app/admin/audit-log"),
  route("built", "admin", "/app/admin/matrix"),
  route("built", "admin", "/app/admin/publishers"),
  route("built", "admin", "/app/admin/revenue"),
  route("built", "admin", "/app/admin/revenue/1"),
  route("built", "admin", "/app/admin/plugins"),
  route("built", "admin", "/app/admin/plugins/facebook-post"),
  route("built", "admin", "/app/admin/packages/1"),
  route("built", "admin", "/app/admin/trial"),
  route("built", "admin", "/app/admin/reviews"),
  route("built", "admin", "/app/admin/reviews/1"),

  // No page of the specification.
  route("later", "public", "/nowhere"),
  route("later", "user", "/app/nowhere"),
];

/** Where a visit ends: on the page itself, on the 404 page, or at another address. */
export type Outcome = "page" | "missing" | `to ${string}`;

const find = (en: string) => ROUTES.find((route) => route.en === en);

/** Without a page for it, nobody can be asked to verify an address. */
export const verifies = () => find("/verify-email")?.state === "built";

/** What the specification says of a visit, sections 2, 4 and 6. */
export function expected(route: Route, visitor: Visitor, language: Language): Outcome {
  const to = (en: string): Outcome => `to ${find(en)?.[language] ?? en}`;
  if (route.state === "later") return "missing";
  if (route.access === "public") return "page";
  if (route.access === "guest") return visitor === "guest" ? "page" : to("/app/dashboard");
  if (visitor === "guest")
    return `${to("/login")}?next=${encodeURIComponent(encodeURI(route[language]))}` as Outcome;
  if (route.access === "signed-in") return "page";
  if (visitor === "unverified" && verifies()) return to("/verify-email");
  return route.access === "admin" && visitor !== "admin" ? "missing" : "page";
}

/** Examples of something that nobody has made: the server knows the address, the page finds nothing there. */
const UNKNOWN = [
  "/app/admin/user/1",
  "/app/admin/packages/1",
  "/app/admin/reviews/1",
  "/app/publisher/packages/1",
  "/app/publisher/plugins/1",
  "/app/admin/revenue/1",
];

/** What the router shows of a visit. */
export function shown(route: Route, visitor: Visitor, language: Language): Outcome {
  const outcome = expected(route, visitor, language);
  // Whoever has verified the address is led on from where it is asked for.
  if (route.en === "/verify-email" && outcome === "page" && visitor !== "unverified")
    return `to ${find("/app/dashboard")?.[language] ?? ""}`;
  return outcome === "page" && UNKNOWN.includes(route.en) ? "missing" : outcome;
}
