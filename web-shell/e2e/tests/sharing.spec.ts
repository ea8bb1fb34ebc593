import { button } from "../src/shell.ts";
import { asUser, expect, IN_ENGLISH, IN_POLISH, inEach, test } from "../src/test.ts";

const POST = "Warm sourdough rolls wait for you from seven. Which one is yours? #rolls #bakery #breakfast";

inEach(IN_POLISH, () => {
  asUser(
    "a document is shared, read by a guest, and not shared any more",
    async ({ page, browser, baseURL, t, catalogue, ui }) => {
      const id = await catalogue.run("facebook-post", { topic: "Żółty ser z Podlasia", language: "pl" });
      await ui.open("document", { document: id });
      await ui.more("sharing.share.go");
      await ui.button("sharing.share.make").click();
      const link = await ui.field("sharing.share.link").inputValue();
      // Copying is the main action of a link that is shown once.
      await expect(ui.button("sharing.share.copy")).toHaveAttribute("data-variant", "filled");
      await expect(ui.button("sharing.share.done")).toHaveAttribute("data-variant", "default");
      await ui.button("sharing.share.done").click();
      await expect(ui.button("sharing.share.on")).toBeVisible();

      const other = await browser.newContext({ baseURL, locale: "pl-PL" });
      const guest = await other.newPage();
      const opened = await guest.goto(link);
      expect(opened?.headers()["x-robots-tag"]).toContain("noindex");
      await expect(guest.getByRole("article")).toContainText("Żółty ser z Podlasia");
      await expect(guest.getByRole("alert")).toContainText(t("sharing.read.draft.title"));
      await expect(guest.getByRole("button", { name: t("sharing.read.copy"), exact: true })).toBeVisible();

      await ui.button("sharing.share.on").click();
      await ui.button("sharing.share.stop").click();
      await expect(ui.button("sharing.share.on")).toHaveCount(0);
      await guest.reload();
      await expect(guest.getByRole("heading", { name: t("sharing.read.goneTitle") })).toBeVisible();
      await other.close();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    },
  );

  asUser("the text of a document is used in another tool", async ({ page, catalogue, ui }) => {
    const id = await catalogue.run("facebook-post", { topic: "Żółty ser z Podlasia", language: "pl" });
    const translate = await catalogue.tool("translate");
    await ui.open("document", { document: id });
    await ui.more("sharing.use.go");
    await page.getByRole("dialog").getByRole("button", { name: translate.name, exact: true }).click();
    await expect(page.locator("textarea").first()).toHaveValue(/Żółty ser z Podlasia/);
  });

  asUser(
    "the text of one client is used and listed for that client only",
    async ({ page, api, catalogue, t, ui }) => {
      const add = async (domain: string) =>
        (await api.post("/api/project/addProject", { domain, language_code: "pl", location_code: 2616 }))
          .project.id;
      const earlier = ui.region("sdk.history.title");
      const translate = await catalogue.tool("translate");
      await add("ser.pl");
      const input = { topic: "Żółty ser z Podlasia", language: "pl", variants: 2 };
      const id = await catalogue.run("facebook-post", input);
      await add("chleb.pl");

      await ui.openTool();
      await expect(
        page.getByRole("button", { name: `chleb.pl, ${t("layout.project.choose")}` }),
      ).toBeVisible();
      await expect(earlier).toHaveCount(0);

      await ui.open("document", { document: id });
      await ui.more("sharing.use.go");
      await page.getByRole("dialog").getByRole("button", { name: translate.name, exact: true }).click();
      await expect(page.getByRole("button", { name: `ser.pl, ${t("layout.project.choose")}` })).toBeVisible();
      const text = page.locator("textarea").first();
      await expect(text).toHaveValue(/Żółty ser z Podlasia/);
      await expect(text).not.toHaveValue(/##|\*\*/);

      await ui.openTool();
      await expect(earlier).toContainText(input.topic);
    },
  );

  asUser("an unsaved edit of a result is not replaced without a question", async ({ t, ui }) => {
    const first = await ui.runExample();
    await first
      .getByRole("button", { name: t("sdk.result.edit", { name: "" }) })
      .first()
      .click();
    const editor = first.getByRole("textbox").first();
    await editor.fill("Mój tekst");
    for (const act of ["sdk.result.again", "sdk.form.submit"]) {
      await ui.button(act).first().click();
      await button(ui.dialog("shell.discard.title"), t("shell.discard.stay")).click();
      await expect(editor).toHaveValue("Mój tekst");
    }
    await ui.button("sdk.result.again").first().click();
    await button(ui.dialog("shell.discard.title"), t("shell.discard.go")).click();
    await expect(editor).toHaveCount(0);
    await expect(ui.link("sdk.result.open").first()).toBeVisible();
  });

  asUser(
    "a new result is used in another tool and kept as an example of style",
    async ({ page, catalogue, ui }) => {
      const translate = await catalogue.tool("translate");
      await ui.runExample();
      await ui.button("sharing.style.go").click();
      await expect(ui.text("sharing.style.needsModel")).toBeVisible();
      await ui.button("sharing.style.keep").click();
      await expect(ui.text("sharing.style.kept")).toBeVisible();
      await expect(ui.button("sharing.style.count", { count: 1 })).toBeVisible();

      await ui.button("sharing.use.go").click();
      await page.getByRole("dialog").getByRole("button", { name: translate.name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: translate.name })).toBeVisible();
      await expect(page.locator("textarea").first()).toHaveValue(/\p{L}{5}/u);
    },
  );
});

inEach(IN_ENGLISH, () => {
  test.use({ setup: "connected" });

  asUser("a tool writes like the text that the user liked", async ({ page, t, catalogue, model, ui }) => {
    model.answer((call) => call.say(POST));
    const id = await catalogue.run("facebook-post", { topic: "Sourdough rolls", language: "en" });
    await ui.open("document", { document: id });
    await ui.more("sharing.style.go");
    await ui.field("sharing.style.text").fill("Hey, early birds! Rolls at seven.");
    await ui.button("sharing.style.keep").click();
    await expect(ui.text("sharing.style.kept")).toBeVisible();

    await ui.openTool();
    await ui.button("sharing.style.count", { count: 1 }).click();
    await expect(page.getByText("Hey, early birds! Rolls at seven.")).toBeVisible();
    const name = t("sharing.style.removeOne", { text: "Hey, early birds! Rolls at seven." });
    await page.getByRole("button", { name }).click();
    await expect(ui.button("sharing.style.count", { count: 1 })).toHaveCount(0);
  });
});
