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
    shows: sees.region("shell.cookies.title"),
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
  "seo-audit": { at: "seoAudit", shows: ({ ui }) => ui.title() },
  "seo-audit-wrong": {
    at: "seoAudit",
    steps: ({ ui }) => ui.button("site.seoAudit.try.run").click(),
    shows: ({ page }) => page.locator(".field-error"),
  },
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

const TEXT =
  "An introduction.\n\n## One\n\n> A quote.\n\n## Two\n\n|a|b|\n|-|-|\n|1|2|\n\n## Three\n\n- a list";

/** Publishes a post, and returns its slug. */
async function published({ api, language }: Stage) {
  const author = await api.post("/api/admin/authors", {
    name: "Anna Lis",
    bio_en: "Writes.",
    bio_pl: "Pisze.",
  });
  const title = `A title of words ${Date.now()}`;
  const { id, document_id } = await api.post("/api/admin/posts", { kind: "post", language, title });
  await api.patch(`/api/documents/${document_id}`, { text: TEXT });
  await api.post(`/api/admin/posts/${id}/text`, {});
  const edit = { author_id: author.id, description: "A description of words.", tags: ["Search"] };
  const { slug } = await api.patch(`/api/admin/posts/${id}`, edit);
  await api.post(`/api/admin/posts/${id}/publish`, {});
  return { post: slug, author: author.slug, tag: "search" };
}

const title: Screens[string]["shows"] = ({ ui }) => ui.title();

/** The blog with posts, which an administrator publishes. */
const blog: Screens = {
  "blog-post": { given: published, at: "blogPost", shows: title },
  "blog-list": { given: published, at: "blog", shows: title },
  "blog-tag": { given: published, at: "blogTag", shows: title },
  "blog-author": { given: published, at: "blogAuthor", shows: title },
};

/** Pages of the public site, which the server renders. */
export const site: Screens = {
  ...all({ guest: true }, { ...pages, ...docs, "blog-empty": { at: "blog", shows: title } }),
  ...all({ admin: true }, blog),
};
