import { toolPath } from "./example.ts";
import { installPage } from "./pages.ts";
import type { Screen, Stage } from "./screens.ts";
import { expect } from "./test.ts";

/** Opens a tool with a page of its own, and runs its example there. */
async function runPage({ page, context, server, language, t }: Stage) {
  const { id } = await installPage(context, server);
  await page.goto(toolPath(id, language));
  const frame = page.frameLocator("iframe");
  await frame.locator("#example").click();
  await frame.locator("#run").click();
  await expect(frame.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();
  return frame;
}

/** A page that leaves its frame as soon as it was heard. */
const LEAVING = `
  addEventListener("message", () => (location.href = "index.html?again"));
  parent.postMessage({ sitewright: "hello", version: 1 }, "*");
`;

export const pages: Screen[] = [
  { name: "tool-page", admin: true, open: async (stage) => void (await runPage(stage)) },
  {
    name: "tool-page-asks",
    admin: true,
    open: async (stage) => {
      const frame = await runPage(stage);
      await frame.locator("article button").first().click();
      await expect(stage.page.getByRole("dialog", { name: stage.t("page.ask.copy.title") })).toBeVisible();
    },
  },
  {
    name: "tool-page-ended",
    admin: true,
    open: async ({ page, context, server, language, t }) => {
      const { id } = await installPage(context, server, LEAVING);
      await page.goto(toolPath(id, language));
      await expect(page.getByText(t("page.ended.left.title"))).toBeVisible();
    },
  },
];
