import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { Language, Texts } from "./texts.ts";

/** A button by its exact name. */
export const button = (page: Page | Locator | FrameLocator, name: string) =>
  page.getByRole("button", { name, exact: true });

/** A text input by its exact name. */
export const field = (page: Page | Locator, name: string) => page.getByRole("textbox", { name, exact: true });

const NAMES: Record<Language, string> = { en: "English", pl: "Polski" };

/** Switches the screen from the language of `t` to another. */
export async function switchLanguage(page: Page, t: Texts, language: Language) {
  await page.getByRole("button", { name: t("shell.language.choose") }).click();
  await page.getByRole("menuitem", { name: NAMES[language] }).click();
}

/** Waits until the focus is in the opened element; before that it would miss keys. */
export const focusInside = (page: Page) => expect(page.getByRole("dialog").locator(":focus")).toBeVisible();

/** Waits until the shell listens to its shortcuts: they load after the page. */
export async function keysReady(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-keys", "ready");
}

export async function signIn(page: Page, t: Texts, { email, password }: { email: string; password: string }) {
  await field(page, t("accounts.field.email")).fill(email);
  await field(page, t("accounts.field.password")).fill(password);
  await button(page, t("accounts.login.submit")).click();
}

/** Signs out, and waits for the home page, which is another document. */
export async function signOut(page: Page, t: Texts) {
  await page.getByRole("button", { name: t("layout.user.menu") }).click();
  await button(page, t("layout.user.signOut")).click();
  await page.waitForURL(/:\d+\/(pl)?$/);
}

/** The progress ring in the header; its name contains the words left. */
export const wordsRing = (page: Page, t: Texts, left: number, allowance = 10_000) =>
  page.getByRole("img", { name: wordsSentence(t, left, allowance), exact: true });

function wordsSentence(t: Texts, left: number, allowance: number) {
  return t("layout.words.sentence", { count: left, left: t.number(left), allowance: t.number(allowance) });
}
