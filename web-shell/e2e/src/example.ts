import { expect, type Locator, type Page } from "@playwright/test";
import { button } from "./shell.ts";
import type { Language, Texts } from "./texts.ts";

/** Where a tool's screen is. */
export const toolPath = (tool: string, language: Language) =>
  language === "pl" ? `/app/narzedzia/${tool}` : `/app/tools/${tool}`;

/** Runs a tool's own example on its screen and returns the first variant. */
export async function runExample(page: Page, t: Texts, tool: string, language: Language): Promise<Locator> {
  await page.goto(toolPath(tool, language));
  await button(page, t("sdk.form.example")).click();
  await button(page, t("sdk.form.submit")).click();
  await expect(page.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();
  return page.getByRole("article").first();
}
