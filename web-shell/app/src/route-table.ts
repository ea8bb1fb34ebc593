import contents from "../../../docs/contents.json";
import {
  type Access,
  accessOf,
  aliases,
  findPage,
  isOfSite,
  LANGUAGES,
  type Language,
  PATHS,
  type PageName,
} from "./paths";

/** One address in the server's table. The first match wins. */
export type Route = {
  pattern: string;
  page: PageName;
  access: Access;
  /** Set if the address belongs to one language only. */
  language: Language | null;
  /** Older addresses redirect to the page's own. */
  alias: boolean;
  /** The name of a page of the public site; empty for a page of the shell. */
  site: string;
  /** The page's own addresses, with the same parameters. */
  to: Record<Language, string>;
};

const pages = Object.keys(PATHS) as PageName[];

/** The docs have a route for each page, and their root redirects to the first page. */
function docsRoutes(): Route[] {
  const names = contents.flatMap(({ pages }) => pages);
  const addresses = (name: string) => {
    const to = { en: PATHS.docs.en.replace("*", name), pl: PATHS.docs.pl.replace("*", name) };
    return { page: "docs" as const, access: accessOf("docs"), site: "docs", to };
  };
  const start = addresses(names[0] ?? "");
  const before = (path: string) => path.replace("/*", "");
  return LANGUAGES.flatMap((language) => [
    { ...start, pattern: before(PATHS.docs[language]), language, alias: true },
    ...names.map((name) => {
      const route = addresses(name);
      return { ...route, pattern: route.to[language], language, alias: false };
    }),
  ]);
}

function pageRoutes(page: PageName): Route[] {
  if (page === "docs") return docsRoutes();
  const { en, pl } = PATHS[page];
  const site = isOfSite(page) ? page : "";
  const route = { page, access: accessOf(page), alias: false, site, to: { en, pl } };
  if (en === pl) return [{ ...route, pattern: en, language: null }];
  return LANGUAGES.map((language) => ({ ...route, pattern: PATHS[page][language], language }));
}

/** All addresses with a page, for the server. */
export function routeTable(): Route[] {
  const older = aliases().map(({ path, page, language }) => ({
    pattern: path,
    page,
    access: accessOf(page),
    language,
    alias: true,
    site: "",
    to: PATHS[page],
  }));
  return [...pages.flatMap(pageRoutes), ...older];
}

/** Planned addresses. A page that is added to `PATHS` is removed from this list automatically. */
const PLANNED = `
  /appsumo/register /appsumo/rejestracja /dealfuel/register
  /reset-password /reset-hasla /auth/reset-password
  /change-password /zmiana-hasla /auth/changePassword
  /verify-email /weryfikacja-email /verifyEmail /email/verify /email/weryfikacja
  /pricing /cennik /checkout
  /privacy /polityka-prywatnosci
  /terms /regulamin
  /contact-us /contactus /kontakt
  /partners /partnerzy
  /blog /blog/post/:slug /pl/blog/post/:slug
  /ai-tools /narzedzia-ai
  /ads-generator /generator-reklam
  /competitor-analysis /analiza-konkurencji
  /seo-audit /audyt-seo
  /rank-tracker /monitoring-pozycji
  /social-media /generator-social-media
  /copywriter-ai /ai-copywriter
  /for-ecommerce /ai-for-ecommerce /ai-dla-ecommerce
  /maker /s-offer /onboarding /website /keyword-details
  /docs/introduction /docs/rank-tracker /docs/seo-audit /docs/competitor-analysis /docs/copywriter-ai
  /docs/ad-generator /docs/ai-for-ecommerce /docs/post-stories-generator /docs/more-tools
  /docs/shoper-integration /docs/shoper
  /auth/google/callback
  /app/add-project /app/dodaj-projekt
  /app/rank-tracker /app/monitoring-pozycji
  /app/competitor-analysis /app/analiza-konkurencji /app/analysis/:domain /app/analiza/:domain
  /app/keyword-research /app/keyword-research/keyword-details/:keyword
  /app/keyword-analysis /app/keyword-gap
  /app/health-score /app/health-score/overview/list /app/health-score/overview/:score
  /app/health-score/overview/details/:page /app/health-score/overview/:score/error/:error
  /app/backlinks /app/backlinks/:domain
  /app/writer /app/writer/article/:article /app/writer/artykul/:article
  /app/writers /app/seo-writer /app/one-click-writer /app/self-writer /app/bulk-writer
  /app/tasks /app/zadania
  /app/calendar /app/serp /app/pricing /app/affiliates
  /app/website/:domain /app/strona/:domain
  /app/website/keyword-details/:keyword /app/strona/keyword-details/:keyword
  /app/settings /app/ustawienia
  /app/settings/info /app/ustawienia/info
  /app/settings/security /app/ustawienia/bezpieczenstwo
  /app/settings/billing /app/ustawienia/płatności
  /app/admin/payments /app/admin/products /app/admin/shoper /app/admin/users /app/admin/user/:user
`
  .trim()
  .split(/\s+/);

const WHO: Record<Access, string> = {
  public: "everyone",
  guest: "guests",
  "signed-in": "signed in",
  user: "signed in, email verified",
  admin: "administrators",
};
const SPOKEN: Record<Language, string> = { en: "English", pl: "Polish" };

function describe({ pattern, page, access, language, alias, to }: Route): string {
  const leadsTo = language ? `\`${to[language]}\`` : LANGUAGES.map((each) => `\`${to[each]}\``).join(" or ");
  const state = alias ? `leads to ${to.en === to.pl ? `\`${to.en}\`` : leadsTo}` : "a page";
  return `| \`${pattern}\` | ${language ? SPOKEN[language] : "both"} | ${state} | ${page} | ${WHO[access]} |`;
}

/** A pattern with its parameters filled in, to check whether a page matches it. */
const example = (pattern: string) => pattern.replace(/:\w+/g, "x");

/** The planned addresses without a page or alias. */
export function plannedRoutes(): string[] {
  const known = new Set(routeTable().map(({ pattern }) => example(pattern)));
  const isAnswered = (path: string) => known.has(path) || (findPage(path)?.page ?? "docs") !== "docs";
  return PLANNED.filter((path) => !isAnswered(example(path)));
}

/** ROUTES.md: every address and its state. */
export function routesDocument(): string {
  const planned = plannedRoutes().map((path) => `| \`${path}\` | 404 |`);
  return `# The addresses of the product

Made from \`app/src/paths.ts\` by \`npm run routes\`; a test fails if it is out of date. The trailing slash of an
address is dropped (308). Aliases redirect with their query. Visitors without access to a page are redirected to the
sign-in, to the verification of the email address or to the dashboard; pages for administrators do not exist for others.
Addresses belong to a page, or get the 404 page with status 404.

| address | language | state | page | for |
|---|---|---|---|---|
${routeTable().map(describe).join("\n")}

## Planned

No page has these addresses yet: the server responds with 404, and no menu contains them.

| address | state |
|---|---|
${planned.join("\n")}
`;
}
