/** The languages of the product; English is the default. */
export const LANGUAGES = ["en", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every page of the shell, with its path in each language. One place; the router and every link read it. */
export const PATHS = {
  login: { en: "/login", pl: "/login" },
  register: { en: "/register", pl: "/rejestracja" },
  oneTimeLogin: { en: "/auth/one-time-login/:token", pl: "/auth/one-time-login/:token" },
  dashboard: { en: "/app/dashboard", pl: "/app/dashboard" },
  tools: { en: "/app/tools", pl: "/app/narzedzia" },
  tool: { en: "/app/tools/:tool/*", pl: "/app/narzedzia/:tool/*" },
  posts: { en: "/app/social-media", pl: "/app/generator-social-media" },
  ads: { en: "/app/ads-generator", pl: "/app/generator-reklam" },
  brandKit: { en: "/app/brand-kit", pl: "/app/zestaw-marki" },
  brandKitSetup: { en: "/app/brand-kit-setup", pl: "/app/kreator-zestawu-marki" },
  bulk: { en: "/app/bulk", pl: "/app/hurtowo" },
  // Before the page of one job, whose address it would fit as well.
  newBulk: { en: "/app/bulk/new", pl: "/app/hurtowo/nowe" },
  bulkJob: { en: "/app/bulk/:job", pl: "/app/hurtowo/:job" },
  archive: { en: "/app/archive", pl: "/app/archiwum" },
  document: { en: "/app/archive/:document", pl: "/app/archiwum/:document" },
} as const satisfies Record<string, Record<Language, string>>;

export type PageName = keyof typeof PATHS;

/** Older addresses that still lead somewhere. */
export const ALIASES: Record<string, PageName> = {
  "/auth/login": "login",
  "/auth/register": "register",
  "/app": "dashboard",
  "/dashboard": "dashboard",
};

/** The address of a page; `params` fill `:name`, and `*` takes the rest of a splat. */
export function pathTo(page: PageName, language: Language, params: Record<string, string> = {}): string {
  const filled = PATHS[page][language].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return filled.replace(/\/\*$/, params["*"] ? `/${params["*"]}` : "");
}

function matchPattern(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = pathname.replace(/\/+$/, "").split("/");
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part === "*") {
      params["*"] = given.slice(index).join("/");
      return params;
    }
    const value = given[index];
    if (value === undefined) return null;
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return given.length === wanted.length ? params : null;
}

/** Which page an address belongs to, in which languages it is written so, and its parameters. */
export function findPage(pathname: string) {
  for (const page of Object.keys(PATHS) as PageName[]) {
    const languages = LANGUAGES.filter((language) => matchPattern(PATHS[page][language], pathname));
    const first = languages[0];
    if (!first) continue;
    return { page, languages, params: matchPattern(PATHS[page][first], pathname) ?? {} };
  }
  return null;
}

/** The same page in the other language; an unknown address stays as it is. */
export function translatePath(pathname: string, language: Language): string {
  const found = findPage(pathname);
  return found ? pathTo(found.page, language, found.params) : pathname;
}

/** The language an address can only be written in, if there is just one. */
export function languageOfPath(pathname: string): Language | null {
  const languages = findPage(pathname)?.languages ?? [];
  return languages.length === 1 ? (languages[0] ?? null) : null;
}
