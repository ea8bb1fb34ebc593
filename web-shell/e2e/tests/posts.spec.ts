import { makeAuthor, makePost } from "../src/blog.ts";
import { photo } from "../src/photo.ts";
import { asAdministrator, asUser, expect, IN_ENGLISH, IN_POLISH, inEach } from "../src/test.ts";

// Posts are shown on the site of the whole server.
asAdministrator.use({ setup: "poor" });

inEach(IN_POLISH, () => {
  asAdministrator(
    "a post with a picture is written in the archive, published, read and moved",
    async ({ page, api, ui, t }) => {
      await makeAuthor(api, "Anna Zielińska");
      await ui.open("adminPosts");
      await ui.button("posts.new.post").click();
      const dialog = ui.in(page.getByRole("dialog"));
      await dialog.field("posts.field.title").fill("Chleb na zakwasie");
      await dialog.button("posts.new.go").click();

      await ui.link("posts.text.edit").click();
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      await expect(text).toBeFocused();
      await page.keyboard.type("Zakwas lubi ciepło.");
      await ui.button("documents.editor.insert.title").click();
      await ui.menuItem("documents.editor.tool.picture").click();
      await dialog.choose("bochenek.png", photo());
      const alt = ui.field("documents.editor.picture.alt");
      await expect(alt).toBeFocused();
      await page.keyboard.type("Bochenek na desce");
      await page.keyboard.press("Enter");
      await expect(text.getByRole("img", { name: "Bochenek na desce" })).toBeVisible();
      await ui.button("documents.editor.save").click();
      await expect(page.getByRole("article").getByRole("img", { name: "Bochenek na desce" })).toBeVisible();

      await expect(ui.text("documents.blog.behind")).toBeVisible();
      await ui.link("documents.blog.open").click();
      await ui.button("posts.behind.compare").click();
      await dialog.button("posts.behind.take").click();
      await expect(ui.text("posts.behind.taken")).toBeVisible();
      await expect(ui.button("posts.behind.compare")).toBeHidden();

      // What is missing is said at its field.
      await ui.button("posts.publication.publish").click();
      const description = ui.field("posts.field.description");
      await expect(description).toHaveAttribute("aria-invalid", "true");
      await expect(description).toBeFocused();
      await description.fill(
        "Jak prowadzić zakwas żytni, żeby chleb rósł za każdym razem i pachniał tak samo w każdą sobotę.",
      );
      await ui.combobox("posts.field.author_id").click();
      await page.getByRole("option", { name: "Anna Zielińska" }).first().click();
      await ui.button("posts.publication.publish").click();
      await dialog.button("posts.publication.publish").click();
      await expect(ui.text("posts.publication.published")).toBeVisible();

      const shown = ui.link("posts.publication.open");
      const address = (await shown.getAttribute("href")) ?? "";
      expect(address).toContain("/pl/blog/post/chleb-na-zakwasie");
      const desk = page.url();
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "Chleb na zakwasie" })).toBeVisible();
      await expect(page.getByRole("img", { name: "Bochenek na desce" })).toBeVisible();

      await page.goto(desk);
      const moved = `zakwas-${crypto.randomUUID().slice(0, 6)}`;
      await ui.field("posts.field.slug").fill(moved);
      await expect(ui.text("posts.facts.moved")).toBeVisible();
      await ui.button("posts.save").click();
      await expect(ui.text("posts.saved")).toBeVisible();
      await page.goto(address);
      await expect(page).toHaveURL(new RegExp(`/pl/blog/post/${moved}$`));
      expect(await page.title()).toContain("Chleb na zakwasie");
      expect(t("posts.title")).toBe("Blog");
    },
  );
});

inEach(IN_ENGLISH, () => {
  asAdministrator(
    "a post is scheduled in the reader's zone, and becomes a draft again",
    async ({ page, api, ui, language, watch }) => {
      const { id } = await makePost(api, language);
      await ui.open("adminPost", { post: id });
      watch.expect(422, /publish$/);
      await ui.button("posts.publication.schedule").click();
      const dialog = ui.in(page.getByRole("dialog"));
      await page.getByLabel(ui.t("posts.publication.date")).fill("2020-01-01");
      await page.getByLabel(ui.t("posts.publication.time")).fill("08:30");
      await dialog.button("posts.publication.schedule").click();
      await expect(page.getByRole("dialog").locator("[aria-invalid=true]")).toHaveCount(1);
      const year = new Date().getFullYear() + 1;
      await page.getByLabel(ui.t("posts.publication.date")).fill(`${year}-01-15`);
      await dialog.button("posts.publication.schedule").click();
      await expect(ui.text("posts.publication.scheduled")).toBeVisible();
      const { publish_at } = await api.get(`/api/admin/posts/${id}`);
      const local = await page.evaluate((at) => new Date(at).toString(), publish_at);
      expect(local).toContain(`Jan 15 ${year} 08:30`);
      await ui.button("posts.publication.withdraw").click();
      await dialog.button("posts.publication.withdraw").click();
      await expect(ui.text("posts.publication.draft")).toBeVisible();
    },
  );

  asAdministrator(
    "the translation of another post is taken after a question",
    async ({ page, api, ui, t }) => {
      const [paired, other, post] = [
        await makePost(api, "en"),
        await makePost(api, "pl"),
        await makePost(api, "en", false),
      ];
      await api.patch(`/api/admin/posts/${paired.id}`, { twin_id: other.id });
      await ui.open("adminPost", { post: post.id });
      // What is left to do is no error before a try.
      await expect(ui.text("posts.problems.next")).toBeVisible();
      await expect(ui.text("posts.result.fromText")).toBeVisible();
      await ui.combobox("posts.twin.in.pl").click();
      await page
        .getByRole("option", { name: t("posts.twin.of", { title: other.title, other: paired.title }) })
        .click();
      await ui.in(page.getByRole("dialog")).button("posts.twin.takeOver").click();
      await ui.button("posts.save").click();
      await expect(ui.text("posts.saved")).toBeVisible();
      const { twin_id } = await api.get(`/api/admin/posts/${post.id}`);
      expect(twin_id).toBe(other.id);
      const { twin } = await api.get(`/api/admin/posts/${paired.id}`);
      expect(twin).toBeNull();
      await ui.button("posts.publication.publish").click();
      await expect(ui.text("posts.problems.blocked")).toBeVisible();
    },
  );

  asAdministrator(
    "a dropped picture is uploaded to its place, and a wrong file is refused in words",
    async ({ page, api, ui, language, watch }) => {
      const { document } = await makePost(api, language, false);
      await ui.open("document", { document });
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      await expect(text).toBeFocused();
      const drop = async (name: string, content: Buffer) => {
        const files = await page.evaluateHandle(
          ({ name, bytes }) => {
            const transfer = new DataTransfer();
            const data = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
            transfer.items.add(new File([data], name, { type: "image/png" }));
            return transfer;
          },
          { name, bytes: content.toString("base64") },
        );
        const box = await text.locator("h2").first().boundingBox();
        const at = { clientX: (box?.x ?? 0) + 5, clientY: (box?.y ?? 0) + 5 };
        await text.dispatchEvent("drop", { dataTransfer: files, ...at });
      };
      await drop("rye.png", photo(600, 400, 2));
      await expect(text.locator(".sw-picture > img")).toBeVisible();
      watch.expect(422, /^\/api\/admin\/pictures$/);
      await drop("broken.png", Buffer.from("not a picture"));
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(text.locator(".document-upload")).toHaveCount(0);
      await expect(text.locator(".sw-picture")).toHaveCount(1);
    },
  );
});

inEach(IN_ENGLISH, () => {
  asUser.use({ setup: "drafting" });

  asUser("a user has neither the button for pictures nor the blog", async ({ page, catalogue, ui }) => {
    const id = await catalogue.run("facebook-post", { topic: "Bread", language: "en" });
    await ui.open("document", { document: id });
    await ui.button("documents.page.more").click();
    await expect(ui.menuItem("documents.history.title")).toBeVisible();
    await expect(ui.menuItem("documents.blog.publish")).toBeHidden();
    await page.keyboard.press("Escape");
    await ui.button("documents.page.edit").click();
    await ui.button("documents.editor.insert.title").click();
    await expect(ui.menuItem("documents.editor.tool.image")).toBeVisible();
    await expect(ui.menuItem("documents.editor.tool.picture")).toBeHidden();
  });
});
