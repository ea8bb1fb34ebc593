import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Api } from "./api.ts";
import { Catalogue } from "./catalogue.ts";
import type { ModelServer } from "./model-server.ts";
import { type Person, register } from "./person.ts";
import { Servers, type Setup } from "./servers.ts";
import type { Shop } from "./shop.ts";
import type { Sitewright } from "./sitewright.ts";
import { enterAsAdministrator } from "./staff.ts";
import { type Language, LOCALES, type Texts, textsOf } from "./texts.ts";
import { Ui } from "./ui.ts";
import { Watch } from "./watch.ts";
import { Windows } from "./windows.ts";

export type { APIRequestContext, BrowserContext, Locator, Page, Response } from "@playwright/test";
export * from "./shell.ts";
export { IN_ENGLISH, IN_POLISH, LANGUAGES, type Language, type Texts, textsOf } from "./texts.ts";
export { expect };

type Options = {
  /** The language of the browser, which determines that of the screen. */
  language: Language;
  /** The server of the test. */
  setup: Setup;
  /** Whether the cookie banner is already answered, so that it does not cover the page. */
  consent: boolean;
};

type Fixtures = {
  server: Sitewright;
  model: ModelServer;
  /** Texts of the screen in the test's language. */
  t: Texts;
  ui: Ui;
  api: Api;
  catalogue: Catalogue;
  /** A signed-in user. */
  person: Person;
  /** The same, as an administrator. */
  administrator: { name: string };
  watch: Watch;
  /** Opens a new shop with this number of products in reach of the server `selling`. */
  openShop: (products: number) => Promise<Shop>;
  stage: Stage;
};

/** The fixtures that a screen may need. */
export type Stage = Omit<Fixtures, "person" | "administrator" | "stage"> & {
  page: Page;
  context: BrowserContext;
  language: Language;
};

/** A test in front of a real server. It also fails on errors that the test itself does not check. */
export const test = base.extend<Options & Fixtures, { servers: Servers; windows: Windows }>({
  language: ["en", { option: true }],
  setup: ["drafting", { option: true }],
  consent: [true, { option: true }],

  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const servers = await Servers.open();
      await use(servers);
      await servers.close();
    },
    { scope: "worker" },
  ],
  windows: [
    async ({ browser }, use) => {
      const windows = new Windows(browser);
      await use(windows);
      await windows.close();
    },
    { scope: "worker" },
  ],

  server: async ({ servers, setup }, use, info) => {
    const server = await servers.get(setup);
    await use(server);
    if (info.status !== info.expectedStatus) await info.attach("server", { body: server.log.join("\n") });
  },
  baseURL: async ({ server }, use) => use(server.url),
  locale: async ({ language }, use) => use(LOCALES[language]),
  context: async ({ windows, server, locale, consent }, use) => {
    const context = await windows.open(server.url, locale ?? "en-GB");
    if (consent) await context.addCookies([{ name: "cookie_consent", value: "1", url: server.url }]);
    await use(context);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  model: async ({ servers }, use) => {
    servers.model.reset();
    await use(servers.model);
    servers.model.reset();
  },
  t: async ({ language }, use) => use(textsOf(language)),
  ui: async ({ page, t, language }, use) => use(new Ui(page, t, language)),
  api: async ({ context, server }, use) => use(new Api(context, server)),
  catalogue: async ({ api, language }, use) => use(new Catalogue(api, language)),
  person: async ({ api, language }, use) => use(await register(api, language)),
  administrator: async ({ api, language }, use) => use(await enterAsAdministrator(api, language)),
  openShop: async ({ servers }, use) => use((products) => servers.openShop(products)),
  stage: async ({ page, context, server, model, t, ui, api, catalogue, watch, openShop, language }, use) =>
    use({ page, context, server, model, t, ui, api, catalogue, watch, openShop, language }),
  watch: [
    async ({ context }, use) => {
      const watch = new Watch(context);
      await use(watch);
      watch.end();
      expect(watch.found, "went wrong behind the test's back").toEqual([]);
    },
    { auto: true },
  ],
});

/** A test with a signed-in user. */
export const asUser = test.extend<{ signedIn: undefined }>({
  signedIn: [async ({ person: _ }, use) => use(undefined), { auto: true }],
});

/** A test with a signed-in administrator. */
export const asAdministrator = test.extend<{ signedIn: undefined }>({
  signedIn: [async ({ administrator: _ }, use) => use(undefined), { auto: true }],
});

/** The same tests in each language. */
export function inEach(languages: readonly Language[], stories: (language: Language) => void) {
  for (const language of languages)
    test.describe(`in ${language}`, () => {
      test.use({ language });
      stories(language);
    });
}
