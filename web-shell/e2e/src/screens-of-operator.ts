import { makeAuthor, makePost, uploadPhoto } from "./blog.ts";
import { all, press, type Screens, sees } from "./screen.ts";
import { expect, type Stage } from "./test.ts";

const dialogOf = ({ page, ui }: Stage) => ui.in(page.getByRole("dialog"));

const draft = async ({ api, language }: Stage) => ({ post: (await makePost(api, language)).id });

/** A post whose document was edited later. */
async function behind({ api, language }: Stage) {
  const { id, document } = await makePost(api, language);
  await api.patch(`/api/documents/${document}`, { text: "## Rye\n\nA new text." });
  return { post: id };
}

async function published({ api, language }: Stage) {
  const { id } = await makePost(api, language);
  await api.post(`/api/admin/posts/${id}/publish`, {});
  return { post: id };
}

/** The day in `days` days. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const settings: Screens = {
  "admin-site": { at: "adminSite", shows: ({ ui }) => ui.text("operator.visits.how") },
  "admin-site-none": {
    at: "adminSite",
    query: "?figure=sign_ups&days=7",
    shows: ({ ui }) => ui.region("operator.visits.measure.sign_ups"),
  },
  "admin-site-company": {
    at: "adminSiteCompany",
    steps: async (stage) => {
      stage.watch.expect(422, /^\/api\/admin\/site$/);
      await stage.ui.field("operator.company.email").fill("office");
      await stage.ui.button("operator.save").click();
    },
    shows: ({ page }) => page.locator("[aria-invalid=true]"),
  },
  "admin-site-look": {
    at: "adminSiteLook",
    steps: ({ ui }) => ui.field("operator.look.colour").fill("#6b2fa0"),
    shows: ({ ui }) => ui.region("operator.look.sample"),
  },
  "admin-site-navigation": {
    at: "adminSiteNavigation",
    steps: async ({ ui }) => {
      await ui.button("operator.links.add").click();
      await ui.button("operator.socials.add").click();
    },
    shows: ({ ui }) => ui.checkbox("operator.pages.page.contact"),
  },
  "admin-site-legal": {
    given: async ({ api }) => {
      const version = { text: "## Terms\n\nText.", valid_from: dayIn(30), note: "Prices" };
      await api.post("/api/admin/site/legal/terms/en", version);
    },
    at: "adminSiteLegal",
    shows: ({ ui }) => ui.text("operator.legal.states.coming").first(),
  },
  "admin-site-legal-text": {
    given: async () => ({ text: "privacy-pl" }),
    at: "adminSiteLegalText",
    shows: ({ ui }) => [ui.field("operator.legal.text"), ui.region("operator.legal.preview")],
  },
  "admin-site-measuring": {
    at: "adminSiteMeasuring",
    steps: press("operator.measuring.attributeAdd"),
    shows: sees.field("operator.measuring.attributeName"),
  },
};

const blog: Screens = {
  "admin-posts": {
    given: draft,
    at: "adminPosts",
    shows: ({ ui }) => ui.lines().first(),
  },
  // No test of this server writes a post.
  "admin-posts-none": { setup: "proving", at: "adminPosts", shows: sees.heading("posts.none") },
  "admin-new-post": {
    at: "adminPosts",
    steps: press("posts.new.post"),
    shows: (stage) => dialogOf(stage).field("posts.field.title"),
  },
  "admin-post": {
    given: draft,
    at: "adminPost",
    shows: ({ ui }) => [ui.button("posts.publication.publish"), ui.heading("posts.preview.title")],
  },
  "admin-post-problems": {
    given: async ({ api, language }) => ({ post: (await makePost(api, language, false)).id }),
    at: "adminPost",
    shows: ({ ui }) => ui.region("posts.problems.title"),
  },
  "admin-post-published": {
    given: published,
    at: "adminPost",
    shows: ({ ui }) => ui.link("posts.publication.open"),
  },
  "admin-post-schedule": {
    given: draft,
    at: "adminPost",
    steps: press("posts.publication.schedule"),
    shows: ({ ui }) => ui.dialog("posts.publication.when"),
  },
  "admin-post-behind": {
    given: behind,
    at: "adminPost",
    steps: press("posts.behind.compare"),
    shows: (stage) => dialogOf(stage).button("posts.behind.take"),
  },
  "admin-post-twin": {
    given: draft,
    at: "adminPost",
    steps: async ({ ui, language }) =>
      ui.button(`posts.twin.create.${language === "en" ? "pl" : "en"}`).click(),
    shows: (stage) => dialogOf(stage).button("posts.twin.go"),
  },
  "admin-authors": {
    given: ({ api }) => makeAuthor(api),
    at: "adminAuthors",
    shows: ({ ui }) => ui.lines().first(),
  },
  "admin-authors-none": { setup: "proving", at: "adminAuthors", shows: sees.heading("posts.authors.none") },
  "admin-author": {
    at: "adminAuthors",
    steps: press("posts.authors.new"),
    shows: (stage) => dialogOf(stage).field("posts.authors.name"),
  },
};

/** A document of an administrator with a picture that has no description yet. */
async function withPicture({ api, language }: Stage) {
  const { document } = await makePost(api, language, false);
  const picture = await uploadPhoto(api);
  await api.patch(`/api/documents/${document}`, {
    text: `Bread.\n\n![](/pictures/${picture} "Rye")\n\nEnd.`,
  });
  return { document };
}

const archive: Screens = {
  "document-post": {
    given: async ({ api, language }) => ({ document: (await makePost(api, language)).document }),
    at: "document",
    shows: sees.link("documents.blog.open"),
  },
  "document-publish": {
    given: async ({ api, catalogue, language }) => {
      const document = await catalogue.run("facebook-post", { topic: "Bread", language });
      await api.patch(`/api/documents/${document}`, { text: "Bread." });
      return { document };
    },
    at: "document",
    steps: ({ ui }) => ui.more("documents.blog.publish"),
    shows: ({ ui }) => ui.dialog("documents.blog.publish"),
  },
  "document-picture": {
    given: withPicture,
    at: "document",
    steps: async ({ page, ui }) => {
      await ui.button("documents.page.edit").click();
      await page.locator(".document-text .sw-picture > img").click();
    },
    shows: sees.field("documents.editor.picture.alt"),
  },
  "document-picture-read": {
    given: withPicture,
    at: "document",
    shows: ({ page }) => page.locator(".document-article .sw-picture > img"),
  },
  "document-pictures": {
    given: withPicture,
    at: "document",
    steps: async ({ ui, page }) => {
      await ui.button("documents.page.edit").click();
      await ui.button("documents.editor.insert.title").click();
      await ui.menuItem("documents.editor.tool.picture").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
    shows: (stage) => dialogOf(stage).button("gallery.upload"),
  },
};

export const operated = all({ admin: true }, { ...settings, ...blog, ...archive });
