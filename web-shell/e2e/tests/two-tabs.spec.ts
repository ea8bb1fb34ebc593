import { addClients } from "../src/history.ts";
import { openLive } from "../src/live.ts";
import { asUser, button, expect, IN_POLISH, inEach, type Page, test, wordsRing } from "../src/test.ts";

const POST = { topic: "Two tabs", language: "en" };

test.describe("with a model", () => {
  test.use({ setup: "connected" });

  asUser("words used in one tab disappear in the other", async ({ page, context, t, catalogue, model }) => {
    model.answer((call) => call.say("Bread from seven in the morning."));
    const other = await context.newPage();
    await openLive(other, "/app/archive");
    await expect(wordsRing(other, t, 10_000)).toBeVisible();
    await openLive(page, "/app/tools/facebook-post");
    await catalogue.run("facebook-post", POST);
    const left = await catalogue.wordsLeft();
    expect(left).toBeLessThan(10_000);
    for (const tab of [page, other]) await expect(wordsRing(tab, t, left)).toBeVisible();
  });
});

asUser("favourites and documents of one tab appear in the other", async ({ page, context, t, catalogue }) => {
  const other = await context.newPage();
  await openLive(page, "/app/tools");
  await openLive(other, "/app/tools");
  const { name } = await catalogue.tool("email");
  const star = (tab: Page, pressed: boolean) =>
    button(tab, t(pressed ? "tools.card.unmark" : "tools.card.mark", { name })).first();
  await expect(star(other, false)).toBeVisible();
  await star(page, false).click();
  for (const tab of [page, other]) await expect(star(tab, true)).toBeVisible();

  await openLive(other, "/app/archive");
  await expect(other.getByText(t("documents.empty.title"))).toBeVisible();
  await catalogue.run("facebook-post", POST);
  await expect(other.getByRole("main").getByRole("listitem")).toHaveCount(1);
});

asUser(
  "input in one tab is not overwritten by a save in the other",
  async ({ page, context, t, catalogue, watch, ui, api }) => {
    watch.expect(409, /^\/api\/documents\//);
    const id = await catalogue.run("facebook-post", POST);
    await openLive(page, `/app/archive/${id}`);
    await ui.button("documents.page.edit").click();
    await ui.field("documents.editor.text").fill("Mine");
    const other = await context.newPage();
    await openLive(other, `/app/archive/${id}`);
    const refetched = page.waitForResponse((answer) => answer.url().endsWith(`/api/documents/${id}`));
    await api.patch(`/api/documents/${id}`, { title: "From elsewhere" });
    await expect(other.getByRole("heading", { name: "From elsewhere" })).toBeVisible();
    await refetched;
    await ui.button("documents.editor.save").click();
    const alert = page.getByRole("alert").filter({ hasText: t("documents.editor.conflictTitle") });
    await expect(alert).toBeVisible();
    await expect(ui.field("documents.editor.text")).toHaveText("Mine");
    await button(alert, t("documents.editor.conflictTake")).click();
    await expect(alert).toBeHidden();
    await ui.button("documents.editor.save").click();
    await expect(page.getByRole("article")).toHaveText("Mine");
  },
);

asUser("each tab works in its own project", async ({ page, context, t, ui, stage, catalogue }) => {
  const [bakery = 0, shoes = 0] = await addClients(stage, 2);
  await stage.api.post("/api/project/saveSelectedProject", { selectedProject: bakery });
  await openLive(page, "/app/tools/facebook-post");
  const other = await context.newPage();
  await openLive(other, "/app/archive");
  const selector = (tab: Page) => tab.getByRole("button", { name: t("layout.project.choose") });
  await selector(other).click();
  await other.getByRole("dialog").getByText("running-shoes.com").first().click();
  await expect(selector(other)).toContainText("running-shoes.com");
  await expect(selector(page)).toContainText("piekarnia-pod-lipa.pl");
  await page.reload();
  await expect(selector(page)).toContainText("piekarnia-pod-lipa.pl");
  // What a tab writes belongs to its project.
  await ui.runExample("facebook-post");
  const { data } = await stage.api.get("/api/documents");
  expect(data[0].project_id).toBe(bakery);
  // A new tab begins with the project that was selected last.
  const third = await context.newPage();
  await openLive(third, "/app/archive");
  await expect(selector(third)).toContainText("running-shoes.com");
  await catalogue.run("facebook-post", POST);
  const { data: written } = await stage.api.get("/api/documents");
  expect(written[0].project_id).toBe(shoes);
});

inEach(IN_POLISH, () => {
  asUser(
    "the bell counts and links to notifications, and both tabs agree",
    async ({ page, context, t, ui, api }) => {
      const other = await context.newPage();
      const archive = ui.path("archive");
      for (const tab of [page, other]) await openLive(tab, archive);
      const bell = (tab: Page, count: number) =>
        button(tab, count ? t("notifications.bell.unread", { count }) : t("notifications.bell.title"));
      await expect(bell(page, 0)).toBeVisible();

      const id = await api.runOneOrder("orders.csv");
      for (const tab of [page, other]) await expect(bell(tab, 1)).toBeVisible();

      await bell(page, 1).focus();
      await page.keyboard.press("Enter");
      const list = ui.dialog("notifications.bell.title");
      const entry = list.getByRole("link").filter({ hasText: "orders.csv" });
      await expect(entry).toBeVisible();
      await entry.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(new RegExp(`/app/(bulk|hurtowo)/${id}$`));
      for (const tab of [page, other]) await expect(bell(tab, 0)).toBeVisible();

      await bell(page, 0).click();
      // The focus moves into the list, and back out of it.
      await expect(entry).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await expect(bell(page, 0)).toBeFocused();
    },
  );
});

asUser("the application works without a socket", async ({ page, context, catalogue, watch, ui }) => {
  watch.expectOnConsole(/WebSocket/);
  await context.routeWebSocket(/\/app\//, (socket) => socket.close());
  await page.goto("/app/archive");
  await expect(ui.text("documents.empty.title")).toBeVisible();
  await catalogue.run("facebook-post", POST);
  await page.reload();
  await expect(ui.rows()).toHaveCount(1);
  await expect(ui.button("notifications.bell.title")).toBeVisible();
});
