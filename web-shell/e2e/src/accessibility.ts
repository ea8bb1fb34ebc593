import { expect, type Frame, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What is looked at: everything, the colours alone, or what a translation may have left without a name or a language. */
export const ASPECTS = {
  everything: { runOnly: { type: "tag", values: STANDARDS } },
  words: {
    runOnly: { type: "tag", values: ["cat.language", "cat.name-role-value", "cat.text-alternatives"] },
  },
  contrast: { runOnly: { type: "rule", values: ["color-contrast"] } },
} satisfies Record<string, RunOptions>;

export type Aspect = keyof typeof ASPECTS;

type Violation = { rule: string; where: string[] };

/** The page of a plugin, which is looked at by itself; the frame of a mail runs no scripts, and so not axe either. */
const OWN_PAGE = "iframe[sandbox='allow-scripts']";
/** What belongs to the page around a frame. */
const AROUND = ["page-has-heading-one", "landmark-one-main", "region"];

/** Runs in the page or in a frame. Only what is broken is reported. */
async function violations(options: RunOptions): Promise<Violation[]> {
  if (document.querySelector("iframe:not([sandbox=''], [sandbox='allow-scripts']), frame"))
    throw new Error("axe was not told to look into frames");
  const { axe } = window as unknown as { axe: typeof import("axe-core") };
  const results = await axe.run(document, { ...options, resultTypes: ["violations"], iframes: false });
  return results.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.slice(0, 3).map((node) => `${node.target.join(" ")} | ${node.failureSummary ?? ""}`),
  }));
}

/** No rule of WCAG 2.2 AA and no good practice that axe knows is broken on the page as it stands. */
export async function expectAccessible(page: Page, what: string, aspect: Aspect = "everything") {
  await expectAccessibleFrame(page.mainFrame(), what, ASPECTS[aspect]);
  for (const element of await page.locator(OWN_PAGE).elementHandles()) {
    const frame = await element.contentFrame();
    if (frame) await expectAccessibleFrame(frame, `${what}, in its frame`, inFrame(ASPECTS[aspect]));
  }
}

/**
 * The same, but without the rules that only a whole page can keep; and styles are not fetched once more to be read, which the
 * frame's policy would not let axe do.
 */
function inFrame(options: RunOptions): RunOptions {
  const here = { ...options, preload: false };
  if ((options.runOnly as { type: string }).type === "rule") return here;
  const off = Object.fromEntries(AROUND.map((rule) => [rule, { enabled: false }]));
  return { ...here, rules: { ...options.rules, ...off } };
}

async function expectAccessibleFrame(frame: Frame, what: string, options: RunOptions) {
  // Once for each document; axe's own runner for Playwright would load it twice for each look.
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(axe.source);
  expect(await frame.evaluate(violations, options), `axe: ${what}`).toEqual([]);
}

/** Nothing stands out of the window sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string) {
  const excess = () =>
    page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      const wide = [...document.querySelectorAll("body *")].filter(
        (element) => element.getBoundingClientRect().right > width + 1,
      );
      return wide.slice(0, 5).map((element) => `${element.tagName}.${element.className}`);
    });
  await expect.poll(excess, { message: `sideways: ${what}` }).toEqual([]);
}
