import { expect, type Frame, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The set of rules: all, colours only, or those that a translation may break, such as missing names or languages. */
export const ASPECTS = {
  everything: { runOnly: { type: "tag", values: STANDARDS } },
  words: {
    runOnly: { type: "tag", values: ["cat.language", "cat.name-role-value", "cat.text-alternatives"] },
  },
  contrast: { runOnly: { type: "rule", values: ["color-contrast"] } },
} satisfies Record<string, RunOptions>;

export type Aspect = keyof typeof ASPECTS;

type Violation = { rule: string; where: string[] };

/**
 * The page of a plugin, which is checked separately; the frame of a mail runs no scripts, so axe cannot run there; and the
 * preview of a post is a page of the public site, which has its own checks.
 */
const OWN_PAGE = "iframe[sandbox='allow-scripts']";
/** Rules for the page around a frame. */
const AROUND = ["page-has-heading-one", "landmark-one-main", "region"];

/** Runs in the page or in a frame. Only violations are reported. */
async function violations(options: RunOptions): Promise<Violation[]> {
  const known = "[sandbox=''], [sandbox='allow-scripts'], [sandbox='allow-same-origin allow-scripts']";
  if (document.querySelector(`iframe:not(${known}), frame`))
    throw new Error("axe does not check this kind of frame");
  const { axe } = window as unknown as { axe: typeof import("axe-core") };
  const results = await axe.run(document, { ...options, resultTypes: ["violations"], iframes: false });
  return results.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.slice(0, 3).map((node) => `${node.target.join(" ")} | ${node.failureSummary ?? ""}`),
  }));
}

/**
 * Puts the bars of a form and of a result in their place below the content. While one stays in reach, it covers the control that
 * happens to be below it, which axe would report as too small; scrolling uncovers it.
 */
const releaseBar = (page: Page) =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>(".sw-submit, .sw-bench-bar"))
      bar.style.position = "static";
  });

/** Expects no violations of WCAG 2.2 AA or axe's best practices on the page. */
export async function expectAccessible(page: Page, what: string, aspect: Aspect = "everything") {
  await releaseBar(page);
  await expectAccessibleFrame(page.mainFrame(), what, ASPECTS[aspect]);
  for (const element of await page.locator(OWN_PAGE).elementHandles()) {
    const frame = await element.contentFrame();
    if (frame) await expectAccessibleFrame(frame, `${what}, in its frame`, inFrame(ASPECTS[aspect]));
  }
}

/**
 * The same, without the rules that apply to a whole page only; and axe does not fetch styles again, which the frame's
 * policy would block.
 */
function inFrame(options: RunOptions): RunOptions {
  const here = { ...options, preload: false };
  if ((options.runOnly as { type: string }).type === "rule") return here;
  const off = Object.fromEntries(AROUND.map((rule) => [rule, { enabled: false }]));
  return { ...here, rules: { ...options.rules, ...off } };
}

async function expectAccessibleFrame(frame: Frame, what: string, options: RunOptions) {
  // Injected once per document; axe's runner for Playwright would inject it twice per check.
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(axe.source);
  expect(await frame.evaluate(violations, options), `axe: ${what}`).toEqual([]);
}

/** Expects no horizontal overflow of the window. */
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
