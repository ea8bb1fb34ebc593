import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Colours that change with the scheme pass through others, for as long as no frame is drawn. */
async function settleColours(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}

/** No rule of WCAG 2.2 AA and no good practice that axe knows is broken on the page as it stands. */
export async function expectAccessible(page: Page, what: string) {
  await settleColours(page);
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.slice(0, 3).map((node) => `${node.target.join(" ")} | ${node.failureSummary ?? ""}`),
  }));
  expect(found, `axe: ${what}`).toEqual([]);
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
