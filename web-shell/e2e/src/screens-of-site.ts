import { all, each, type Screens, sees } from "./screen.ts";
import { expect, type Stage } from "./test.ts";
import { either } from "./topic.ts";

const TOOL = { tool: "facebook-post" };

/** Sends the form of a tool, with its example or without a topic. */
async function attempt({ page, ui }: Stage, isFilled: boolean) {
  if (isFilled) await ui.button("site.tool.fill").click();
  await ui.button("site.tool.run").click();
  const arrived = isFilled ? ui.heading("site.tool.resultTitle") : page.locator(".field-error");
  await expect(arrived.first()).toBeVisible();
}

const docs: Screens = {
  ...each(["help", "help/post", "introduction", "plugins/first-template", "reference/http"], (page) => ({
    [`docs-${page.replace("/", "-")}`]: {
      given: async () => ({ "*": page }),
      at: "docs",
      shows: ({ ui }) => ui.title(),
    },
  })),
  "docs-help-search": {
    given: async () => ({ "*": "help" }),
    at: "docs",
    steps: (stage) =>
      stage.ui.combobox("site.docs.search.label").fill(either(stage, "brnad kit", "zetsaw marki")),
    shows: ({ page }) => page.getByRole("option").first(),
  },
  "docs-search": {
    given: async () => ({ "*": "introduction" }),
    at: "docs",
    steps: ({ ui }) => ui.combobox("site.docs.search.label").fill("model"),
    shows: ({ page }) => page.getByRole("option").first(),
  },
  "docs-search-none": {
    given: async () => ({ "*": "introduction" }),
    at: "docs",
    steps: ({ ui }) => ui.combobox("site.docs.search.label").fill("zzzz"),
    shows: sees.text("site.docs.search.none"),
  },
};

const pages: Screens = {
  home: { at: "home", shows: ({ page, ui }) => ui.in(page.getByRole("banner")).link("site.frame.start") },
  "home-cookies": {
    given: ({ context }) => context.clearCookies({ name: "cookie_consent" }),
    at: "home",
    shows: sees.region("site.frame.cookies"),
  },
  "home-menu": {
    wide: true,
    at: "home",
    steps: ({ page, t }) => page.locator("summary", { hasText: t("site.frame.tools") }).click(),
    shows: ({ page, ui }) => ui.in(page.getByRole("banner")).link("site.frame.copywriter"),
  },
  "home-drawer": {
    narrow: true,
    at: "home",
    steps: async ({ page, ui }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await ui.button("site.frame.menu").click();
    },
    shows: sees.button("site.frame.close"),
  },
  partners: { at: "partners", shows: ({ ui }) => ui.title() },
  missing: {
    steps: async (stage) => {
      stage.watch.expect(404, /^\/(pl\/)?nowhere$/);
      await stage.page.goto(either(stage, "/nowhere", "/pl/nowhere"));
    },
    shows: sees.heading("site.frame.missingTitle"),
  },
  "try-wrong": { given: async () => TOOL, at: "aiTool", steps: (stage) => attempt(stage, false) },
  "try-result": {
    given: async () => TOOL,
    at: "aiTool",
    steps: (stage) => attempt(stage, true),
    shows: sees.link("site.tool.keep"),
  },
};

/** Pages of the public site, which the server renders. */
export const site: Screens = all({ guest: true }, { ...pages, ...docs });
