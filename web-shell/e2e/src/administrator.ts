import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { csrfHeaders, newPerson } from "./person.ts";
import type { Sitewright } from "./sitewright.ts";
import type { Language } from "./texts.ts";

/** Signs an administrator in, in the window of a test or in one beside it. */
export async function signInAdministrator(context: BrowserContext, server: Sitewright, language: Language) {
  const { email, password } = newPerson();
  const options = ["--email", email, "--name", "Ada Admin", "--password", password, "--admin"];
  await server.command("user", "create", ...options, "--language", language);
  const headers = await csrfHeaders(context, server.url);
  const answer = await context.request.post(`${server.url}/login`, { headers, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  await context.addCookies([
    { name: "cookie_consent", value: "1", url: server.url },
    { name: "locale", value: language, url: server.url },
  ]);
}

/** A window beside that of the test in which an administrator is at work. */
export async function besideAdministrator(
  browser: Browser,
  server: Sitewright,
  language: Language,
  work: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: language === "pl" ? "pl-PL" : "en-GB",
  });
  try {
    await signInAdministrator(context, server, language);
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}
