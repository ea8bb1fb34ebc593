import { installPage } from "./pages.ts";
import { all, type Screens, sees } from "./screen.ts";
import { expect, type Stage } from "./test.ts";

/** Opens a tool with a custom page, and runs its example there. */
async function runPage({ page, api, ui }: Stage) {
  const { id } = await installPage(api);
  await ui.open("tool", { tool: id });
  const frame = page.frameLocator("iframe");
  await frame.locator("#example").click();
  await frame.locator("#run").click();
  await expect(frame.getByRole("article")).toHaveCount(2);
  await expect(ui.link("sdk.result.open")).toBeVisible();
  return frame;
}

/** A page that leaves its frame once it is connected. */
const LEAVING = `
  addEventListener("message", () => (location.href = "index.html?again"));
  parent.postMessage({ sitewright: "hello", version: 1 }, "*");
`;

const administered: Screens = {
  "tool-page": { steps: runPage },
  "tool-page-asks": {
    steps: async (stage) => (await runPage(stage)).locator("article button").first().click(),
    shows: sees.dialog("page.ask.copy.title"),
  },
  "tool-page-ended": {
    given: async ({ api }) => ({ tool: (await installPage(api, LEAVING)).id }),
    at: "tool",
    shows: sees.text("page.ended.left.title"),
  },
};

export const pages = all({ admin: true }, administered);
