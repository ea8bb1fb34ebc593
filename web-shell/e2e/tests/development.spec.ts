import { copiedText } from "../src/clipboard.ts";
import { openLive } from "../src/live.ts";
import { workOn } from "../src/pages.ts";
import { asAdministrator, expect } from "../src/test.ts";

const TOPIC = "Sourdough rolls from seven";
const MISTAKE = "template.toml: There is no field with this name. [package.template-field]";

asAdministrator(
  "p1, p8: the page of a development version says so, and follows the changes of its author",
  async ({ page, context, server, ui, api }) => {
    const tool = workOn(api, "page");
    await tool.send("0.1.0");
    await openLive(page, ui.path("tool", { tool: tool.id }));
    const frame = page.frameLocator("iframe.tool-page-frame");
    await expect(frame.getByRole("heading", { name: "What should be written" })).toBeVisible();
    await expect(ui.text("tools.development.title", { version: "0.1.0" })).toBeVisible();

    const topic = frame.getByRole("textbox", { name: "Topic" });
    await topic.fill(TOPIC);
    await page.keyboard.press("Control+Enter");
    await expect(frame.getByRole("article").first()).toContainText(TOPIC);
    const runs = await (await context.request.get(`${server.url}/api/runs?tool=${tool.id}`)).json();
    await ui.button("tools.development.copy").click();
    await expect.poll(() => copiedText(page)).toBe(runs.data[0].id);

    // The errors of a failed change are shown with the previous version, which stays.
    await tool.fail(MISTAKE);
    await expect(page.getByText(MISTAKE)).toBeVisible();
    await expect(topic).toHaveValue(TOPIC);

    await tool.send("0.2.0");
    await expect(ui.text("tools.development.title", { version: "0.2.0" })).toBeVisible();
    await expect(page.getByText(MISTAKE)).toBeHidden();
    await expect(topic).toHaveValue(TOPIC);
  },
);

asAdministrator("p8: a form keeps what was typed when its description changes", async ({ page, ui, api }) => {
  const tool = workOn(api, "template");
  await tool.send("0.1.0");
  await openLive(page, ui.path("tool", { tool: tool.id }));
  const topic = page.getByRole("textbox").first();
  await topic.fill(TOPIC);
  await tool.send("0.2.0");
  await expect(ui.text("tools.development.title", { version: "0.2.0" })).toBeVisible();
  await expect(topic).toHaveValue(TOPIC);
});
