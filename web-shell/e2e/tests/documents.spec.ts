import { copiedHtml, copiedText } from "../src/clipboard.ts";
import { smallControls } from "../src/fingers.ts";
import { openLive } from "../src/live.ts";
import { asUser, button, expect, IN_ENGLISH, IN_POLISH, inEach, keysReady, signIn } from "../src/test.ts";

const POST = { topic: "Bułki od siódmej", language: "pl" };

const ARTICLE = `# Chleb

Z **Podlasia**, [u nas](https://example.com/a_b).

* jeden
* dwa

| Chleb | Cena |
| :-- | --: |
| żytni | 8 zł |

Ostatni akapit.`;

inEach(IN_POLISH, () => {
  asUser(
    "a text is written and marked by keys, saved, and its source is otherwise the same",
    async ({ page, catalogue, api, ui }) => {
      const id = await catalogue.run("facebook-post", POST);
      await api.patch(`/api/documents/${id}`, { text: ARTICLE });
      await ui.open("document", { document: id });
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      await expect(text).toBeFocused();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" Zawsze ");
      await page.keyboard.press("Control+b");
      await expect(ui.button("documents.editor.tool.bold")).toHaveAttribute("aria-pressed", "true");
      await page.keyboard.type("ciepły");
      await page.keyboard.press("Control+b");
      await page.keyboard.type(".");
      await expect(ui.text("documents.editor.unsaved")).toBeVisible();
      await page.keyboard.press("Control+s");
      await expect(ui.text("documents.editor.unsaved")).toBeHidden();
      await expect(text).toBeFocused();
      await ui.button("documents.editor.close").click();
      await expect(page.getByRole("article").locator("strong").last()).toHaveText("ciepły");

      await page.reload();
      await ui.button("documents.page.edit").click();
      await ui.button("documents.editor.source").click();
      await expect(text).toHaveValue(`${ARTICLE} Zawsze **ciepły**.`);
    },
  );

  asUser(
    "a post is shown as in its network and copied as it would be posted",
    async ({ page, catalogue, ui }) => {
      const id = await catalogue.run("instagram-post", POST);
      await ui.open("document", { document: id });
      await expect(page.locator(".sw-preview").first()).toContainText("Bułki");
      await ui.button("documents.page.copy").click();
      await expect.poll(() => copiedText(page)).toContain("Bułki");
      const lines = (await copiedText(page)).split("\n");
      const { output } = await catalogue.tool("instagram-post");
      const parts = Object.values(output.properties.variants.items.properties) as { title: string }[];
      for (const { title } of parts) expect(lines).not.toContain(title);
    },
  );
});

inEach(IN_POLISH, () => {
  asUser(
    "the page of a text and its editor fit fingers and a phone",
    async ({ page, catalogue, api, t, ui }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const id = await catalogue.run("facebook-post", POST);
      await api.patch(`/api/documents/${id}`, { text: ARTICLE });
      await ui.open("document", { document: id });
      const length = ui.region("documents.facts.text");
      await expect(length).toBeHidden();
      expect(await smallControls(page)).toEqual([]);
      await page.getByRole("button", { name: t("documents.facts.title") }).click();
      await expect(length).toBeVisible();

      await ui.button("documents.page.edit").click();
      await expect(ui.field("documents.editor.text")).toBeVisible();
      expect(await smallControls(page)).toEqual([]);
      const toolbar = page.getByRole("toolbar");
      // Two rows at most, so that every tool is in view.
      expect((await toolbar.boundingBox())?.height).toBeLessThan(100);
      // One stop of the Tab key, and arrows inside.
      await ui.button("documents.editor.tool.heading2").focus();
      await page.keyboard.press("End");
      await expect(ui.button("documents.editor.tool.redo")).toBeFocused();
      await expect(ui.button("documents.editor.tool.redo")).toBeInViewport();
    },
  );
});

inEach(IN_ENGLISH, () => {
  asUser(
    "the sheet lists the keys of the text, where Ctrl+K sets a link",
    async ({ page, catalogue, t, ui }) => {
      const id = await catalogue.run("facebook-post", POST);
      await ui.open("document", { document: id });
      await keysReady(page);
      await page.keyboard.press("?");
      const sheet = ui.dialog("palette.keys.title");
      const keys = sheet.getByRole("region", { name: t("palette.keys.editor") });
      for (const key of ["save", "bold", "italic", "link"])
        await expect(keys.getByText(t(`palette.keys.${key}`), { exact: true })).toBeVisible();
      await expect(sheet.getByText(t("palette.keys.outside"))).toBeVisible();
      await page.keyboard.press("Escape");
      await ui.button("documents.page.edit").click();
      await ui.field("documents.editor.text").focus();
      await page.keyboard.press("Control+k");
      await expect(page.getByPlaceholder("https://")).toBeFocused();
      await expect(ui.dialog("palette.title")).toBeHidden();
    },
  );

  asUser(
    "Escape and a switch of the project ask before they lose an edit",
    async ({ page, catalogue, api, t, ui }) => {
      const place = { language_code: "en", location_code: 2840 };
      for (const domain of ["one.example.com", "two.example.com"])
        await api.post("/api/project/addProject", { domain, ...place });
      const id = await catalogue.run("facebook-post", POST);
      await openLive(page, ui.path("document", { document: id }));
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      await text.fill("Mine");

      await page.keyboard.press("Escape");
      await button(ui.dialog("shell.discard.title"), t("shell.discard.stay")).click();
      await expect(text).toHaveText("Mine");

      // Another window switches the project: this one keeps its own, and the edit.
      const { projects, selected_project } = await api.get("/api/project/getUserProjects");
      const other = projects.find((project: { id: number }) => project.id !== selected_project);
      await api.post("/api/project/saveSelectedProject", { selectedProject: other.id });
      const selector = page.getByRole("button", { name: t("layout.project.choose") });
      await expect(selector).not.toContainText(other.site.domain);
      await expect(text).toHaveText("Mine");

      await selector.click();
      await page.getByRole("dialog").getByText(other.site.domain).first().click();
      const leave = ui.dialog("shell.leave.title");
      await button(leave, t("shell.leave.go")).click();
      await expect(text).toBeHidden();
      await expect(page.getByRole("article").first()).not.toContainText("Mine");
    },
  );

  asUser(
    "an edit survives the end of the session and a reload, until it is saved or discarded",
    async ({ page, catalogue, person, watch, api, t, ui }) => {
      watch.expect(401, /^\/api\//);
      const id = await catalogue.run("facebook-post", POST);
      await api.patch(`/api/documents/${id}`, { text: "Bread" });
      await ui.open("document", { document: id });
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      const restore = ui.button("documents.editor.draftRestore");
      await text.fill("Mine");
      await expect(ui.text("documents.editor.unsaved")).toBeVisible();
      await api.post("/logout");
      await ui.button("documents.editor.save").click();
      await expect(page).toHaveURL(/\/login\?next=/);
      await signIn(page, t, person);
      await ui.button("documents.page.edit").click();
      await expect(text).toHaveText("Bread");
      await restore.click();
      await expect(text).toHaveText("Mine");
      await expect(restore).toBeHidden();

      page.on("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await ui.button("documents.page.edit").click();
      await restore.click();
      await ui.button("documents.editor.save").click();
      await expect(page.getByRole("article").first()).toContainText("Mine");
      await ui.button("documents.page.edit").click();
      await expect(text).toHaveText("Mine");
      await expect(restore).toBeHidden();

      await text.fill("Other");
      await ui.button("documents.editor.discard").click();
      const question = ui.dialog("shell.discard.title");
      await button(question, t("shell.discard.stay")).click();
      await expect(text).toHaveText("Other");
      await ui.button("documents.editor.discard").click();
      await button(question, t("shell.discard.go")).click();
      await ui.button("documents.page.edit").click();
      await expect(text).toHaveText("Mine");
      await expect(restore).toBeHidden();
    },
  );

  asUser(
    "a text with HTML is edited as it looks, and the HTML stays",
    async ({ page, catalogue, api, ui }) => {
      const source = '<div class="box">\n\nA **b** and <kbd>c</kbd>\n\n</div>\n\nEnd.';
      const id = await catalogue.run("facebook-post", POST);
      await api.patch(`/api/documents/${id}`, { text: source });
      await ui.open("document", { document: id });
      await ui.button("documents.page.edit").click();
      await expect(page.locator("pre.document-raw").first()).toHaveText('<div class="box">');
      await ui.field("documents.editor.text").getByText("End.").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" More [1].");
      await ui.button("documents.editor.source").click();
      await expect(ui.field("documents.editor.text")).toHaveValue(`${source} More [1].`);
      // The history survives a look at the source.
      await ui.button("documents.editor.source").click();
      await page.keyboard.press("Control+z");
      await expect(ui.field("documents.editor.text")).not.toContainText("More");
    },
  );

  asUser(
    "blocks are inserted by a slash and by a menu, and tables are changed",
    async ({ page, catalogue, api, t, ui }) => {
      const id = await catalogue.run("facebook-post", POST);
      await api.patch(`/api/documents/${id}`, { text: "Bread" });
      await ui.open("document", { document: id });
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      await expect(text).toBeFocused();
      await page.keyboard.press("ControlOrMeta+End");
      // The editor learns of the caret by an event, after the browser has moved it.
      await expect.poll(() => page.evaluate(() => getSelection()?.anchorOffset)).toBe("Bread".length);
      await page.keyboard.press("Enter");
      await page.keyboard.type("/sub");
      const list = page.getByRole("listbox", { name: t("documents.editor.insert.title") });
      const option = list.getByRole("option", { selected: true });
      await expect(option).toContainText(t("documents.editor.tool.heading3"));
      await expect(text).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Prices");
      await page.keyboard.press("Enter");
      // Escape closes the menu and not the editor.
      await page.keyboard.type("/");
      await expect(list).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await page.keyboard.press("Backspace");

      await ui.button("documents.editor.insert.title").click();
      await ui.menuItem("documents.editor.tool.table").click();
      await expect(text).toBeFocused();
      for (const cell of ["Bread", "Price", "rye", "$4"]) {
        await page.keyboard.type(cell);
        await page.keyboard.press("Tab");
      }
      await ui.button("documents.editor.change.title").click();
      await ui.menuItem("documents.editor.change.deleteRow").click();
      await ui.button("documents.editor.source").click();
      await expect(text).toHaveValue("Bread\n\n### Prices\n\n| Bread | Price |\n| --- | --- |\n| rye | $4 |");
    },
  );

  asUser(
    "an image is inserted by its address, and the length is counted",
    async ({ page, catalogue, api, t, ui }) => {
      const id = await catalogue.run("facebook-post", POST);
      await api.patch(`/api/documents/${id}`, { text: "Bread **from** rye" });
      await ui.open("document", { document: id });
      await ui.button("documents.page.edit").click();
      const counts = page.locator(".document-counts");
      await expect(counts).toContainText(t("documents.facts.words", { count: 3, words: 3 }));
      await expect(counts).toContainText(t("documents.facts.characters", { count: 14, characters: 14 }));
      await ui.field("documents.editor.text").getByText("rye").click();
      await page.keyboard.press("Control+End");
      await ui.button("documents.editor.insert.title").click();
      await ui.menuItem("documents.editor.tool.image").click();
      const dialog = ui.dialog("documents.editor.tool.image");
      await dialog.getByLabel(t("documents.editor.insert.address")).fill("nowhere");
      await button(dialog, t("documents.editor.insert.image")).click();
      await expect(dialog.getByText(t("documents.editor.insert.wrongAddress"))).toBeVisible();
      await dialog.getByLabel(t("documents.editor.insert.address")).fill("https://example.com/a.jpg");
      await dialog.getByLabel(t("documents.editor.insert.alt")).fill("A loaf");
      await button(dialog, t("documents.editor.insert.image")).click();
      await expect(dialog).toBeHidden();
      await ui.button("documents.editor.source").click();
      await expect(ui.field("documents.editor.text")).toHaveValue(
        "Bread **from** rye![A loaf](https://example.com/a.jpg)",
      );
    },
  );
});

inEach(IN_POLISH, () => {
  asUser(
    "an edit of punctuation is shown and copied, and the editor says what it does to a preview",
    async ({ page, catalogue, api, ui }) => {
      const id = await catalogue.run("instagram-post", POST);
      await ui.open("document", { document: id });
      await expect(page.locator(".sw-preview").first()).toContainText("Bułki");
      await ui.button("documents.page.edit").click();
      await expect(ui.text("documents.editor.whole")).toBeVisible();
      await expect(ui.field("documents.editor.text")).toBeFocused();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("!!!");
      await page.keyboard.press("Control+s");
      await expect(ui.text("documents.editor.whole")).toBeHidden();
      await ui.button("documents.editor.close").click();
      await expect(page.getByRole("article")).toContainText("!!!");
      await ui.button("documents.page.copy").click();
      await expect.poll(() => copiedText(page)).toMatch(/!!!$/);
      await ui.button("documents.page.edit").click();
      await expect(ui.field("documents.editor.text")).toBeVisible();
      await expect(ui.text("documents.editor.whole")).toBeHidden();
      const { version } = await api.get(`/api/documents/${id}`);
      expect(version).toBe(2);
    },
  );

  asUser("a text with headings is copied with its formatting", async ({ page, catalogue, api, ui }) => {
    const id = await catalogue.run("facebook-post", POST);
    await api.patch(`/api/documents/${id}`, { text: ARTICLE });
    await ui.open("document", { document: id });
    await ui.button("documents.page.copy").click();
    await expect.poll(() => copiedText(page)).toMatch(/^Chleb\n\nZ Podlasia/);
    const html = await copiedHtml(page);
    expect(html).toContain("<h1>Chleb</h1>");
    expect(html).toContain("<strong>Podlasia</strong>");
  });
});

inEach(IN_ENGLISH, () => {
  asUser(
    "saving without a connection says so and keeps the text",
    async ({ page, context, watch, catalogue, ui }) => {
      const id = await catalogue.run("facebook-post", POST);
      await ui.open("document", { document: id });
      await ui.button("documents.page.edit").click();
      const text = ui.field("documents.editor.text");
      await text.fill("Mine");
      await page.waitForLoadState("networkidle");
      watch.expectToFail(/^\/api\//);
      await context.setOffline(true);
      await ui.button("documents.editor.save").click();
      await expect(ui.text("documents.editor.offlineTitle")).toBeVisible();
      await expect(text).toHaveText("Mine");
      await context.setOffline(false);
      await ui.button("documents.editor.save").click();
      await expect(page.getByRole("article")).toHaveText("Mine");
    },
  );

  asUser("a link needs an address that a reader can open", async ({ page, catalogue, api, ui }) => {
    const id = await catalogue.run("facebook-post", POST);
    await api.patch(`/api/documents/${id}`, { text: "Bread" });
    await ui.open("document", { document: id });
    await ui.button("documents.page.edit").click();
    const text = ui.field("documents.editor.text");
    await expect(text).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    const address = ui.field("documents.editor.address");
    await address.fill("javascript:alert(1)");
    await page.keyboard.press("Enter");
    await expect(address).toHaveAccessibleDescription(ui.t("documents.editor.invalidAddress"));
    await address.fill("example.com");
    await page.keyboard.press("Enter");
    await expect(text.getByRole("link")).toHaveAttribute("href", "https://example.com");
    await page.keyboard.press("Control+k");
    await address.fill("");
    await page.keyboard.press("Enter");
    await expect(text.getByRole("link")).toHaveCount(0);
  });

  asUser("the history comes into view, with the focus", async ({ page, catalogue, api, ui }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const id = await catalogue.run("facebook-post", POST);
    for (let part = 1; part <= 7; part += 1)
      await api.patch(`/api/documents/${id}`, { text: `${ARTICLE}\n\n${"Bread. ".repeat(400)}\n\n${part}` });
    await ui.open("document", { document: id });
    await expect(page.getByRole("article")).toContainText("Bread.");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await ui.more("documents.history.title");
    const heading = ui.heading("documents.history.title");
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page.locator(".document-version-current")).toContainText(ui.t("documents.history.current"));
    const versions = page.locator(".document-version");
    await expect(versions).toHaveCount(5);
    await ui.button("documents.history.all", { number: 7 }).click();
    await expect(versions).toHaveCount(7);
    await versions.first().click();
    await expect(page.locator("del")).toHaveText("6");
    await expect(page.locator("ins")).toHaveText("7");
    await ui.button("documents.history.close").click();
    await expect(ui.button("documents.page.more")).toBeFocused();
  });
});
