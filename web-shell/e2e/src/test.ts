import { test as base, expect } from "@playwright/test";
import { Catalogue } from "./catalogue.ts";
import type { ModelServer } from "./model-server.ts";
import { type Person, register } from "./person.ts";
import { Servers, type Setup } from "./servers.ts";
import type { Sitewright } from "./sitewright.ts";
import { type Language, type Texts, textsOf } from "./texts.ts";
import { Watch } from "./watch.ts";
import { Windows } from "./windows.ts";

export { expect };

type Options = {
  /** The language of the browser, and so of the screen. */
  language: Language;
  /** Which server the test talks to. */
  setup: Setup;
  /** Whether the cookie banner was answered before, so that it is out of the way. */
  consent: boolean;
};

type Fixtures = {
  server: Sitewright;
  model: ModelServer;
  /** Texts of the screen in the test's language. */
  t: Texts;
  catalogue: Catalogue;
  /** Somebody with an account of their own, signed in. */
  person: Person;
  watch: Watch;
};

/** A test in front of a real server. It fails if anything went wrong unseen, too. */
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
  locale: async ({ language }, use) => use(language === "pl" ? "pl-PL" : "en-GB"),
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
  catalogue: async ({ context, server, language }, use) => use(new Catalogue(context, server.url, language)),
  person: async ({ context, server, language }, use) => use(await register(context, server.url, language)),
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
