import type { Page } from "@playwright/test";
import type { Aspect } from "./accessibility.ts";
import { register } from "./person.ts";
import { named, type Screen } from "./screen.ts";
import { accounts } from "./screens-of-accounts.ts";
import { administration } from "./screens-of-administration.ts";
import { frame } from "./screens-of-frame.ts";
import { operated } from "./screens-of-operator.ts";
import { pages } from "./screens-of-pages.ts";
import { publishing } from "./screens-of-publishing.ts";
import { shops } from "./screens-of-shops.ts";
import { site } from "./screens-of-site.ts";
import { work } from "./screens-of-work.ts";
import { enterAsAdministrator } from "./staff.ts";
import { expect, type Stage } from "./test.ts";
import { IS_THOROUGH, type Language } from "./texts.ts";

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

/** Every screen of the product, in every state that looks different. */
export const SCREENS = named({
  ...administration,
  ...operated,
  ...pages,
  ...publishing,
  ...accounts,
  ...site,
  ...frame,
  ...work,
  ...shops,
});

/**
 * Ends every transition at once. Motion is reduced already, but an inherited colour changes in each element only
 * after it has changed in its parent, one frame later. The sheet is not part of the page, so its content
 * security policy does not apply.
 */
async function stand(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Listeners of the window's size and colours redraw within two frames. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

type Look = { size: (typeof WIDTHS)[number]; scheme: (typeof SCHEMES)[number]; aspects: Aspect[] };

/** Each width in both colour schemes, for screenshots. */
export const everyLook = (): Look[] =>
  WIDTHS.flatMap((size) => SCHEMES.map((scheme) => ({ size, scheme, aspects: [] })));

/**
 * The combinations to check in a language. axe runs in each width and scheme once, since a scheme changes only
 * colours; another language has longer texts, but the same structure and colours.
 */
export function looksIn(language: Language, { narrow, wide }: Screen): Look[] {
  const isFirst = language === "en" || IS_THOROUGH;
  const seesBoth = isFirst && (IS_THOROUGH || narrow || wide);
  return WIDTHS.flatMap((size, place) =>
    SCHEMES.flatMap((scheme, order): Look[] => {
      if (order !== place) return seesBoth ? [{ size, scheme, aspects: ["contrast"] }] : [];
      if (isFirst) return [{ size, scheme, aspects: ["everything"] }];
      return [{ size, scheme, aspects: place === 0 ? ["words"] : [] }];
    }),
  );
}

async function open(screen: Screen, stage: Stage) {
  const params = await screen.given?.(stage);
  if (screen.at) await stage.ui.open(screen.at, params as Record<string, string>, screen.query);
  await screen.steps?.(stage);
  for (const part of [screen.shows?.(stage) ?? []].flat()) await expect(part).toBeVisible();
}

/** Opens a screen and calls `look` for each combination. */
export async function show(
  screen: Screen,
  stage: Stage,
  looks: Look[],
  look: (what: string, aspects: Aspect[]) => Promise<unknown>,
) {
  const { page, api, language } = stage;
  if (screen.admin) await enterAsAdministrator(api, language);
  else if (!screen.guest) await register(api, language);
  await open(screen, stage);
  await stand(page);
  const [narrow, wide] = WIDTHS;
  const unseen = screen.narrow ? wide : screen.wide ? narrow : undefined;
  for (const { size, scheme, aspects } of looks.filter(({ size }) => size !== unseen)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    // Styles alone change the colours of pages of the site.
    if (await page.locator("html[data-mantine-color-scheme]").count())
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    await settled(page);
    await look(`${screen.name}-${language}-${size.width}-${scheme}`, aspects);
  }
}
