import { button, focusInside } from "../src/shell.ts";
import type { Shop } from "../src/shop.ts";
import { type Change, changesOf, connectShop, decide, fillGaps, orderTexts, propose } from "../src/shops.ts";
import {
  asUser,
  expect,
  IN_ENGLISH,
  IN_POLISH,
  inEach,
  LANGUAGES,
  type Locator,
  type Page,
  test,
} from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

test.use({ setup: "selling" });

/** Reading and writing take longer than a step on the screen. */
const PATIENCE = { timeout: 60_000 };

const OWNERS = "<p>Napisane w sklepie.</p>";
const OWNERS_LATER = "<p>Poprawione później.</p>";

/** Cards of a window, and of the part above and below it that is drawn in advance. */
const MOST_NEAR = 40;

/** The proposals on the screen of approval. */
const cardsOf = ({ page, t }: Ui) =>
  page.getByRole("feed", { name: t("shops.approval.list") }).getByRole("article");

/** Presses a key for moving the focus until an element has it. */
async function reach(page: Page, key: string, element: Locator) {
  const isThere = () => element.evaluate((one) => one === document.activeElement);
  for (let press = 0; press < 20 && !(await isThere()); press++) await page.keyboard.press(key);
  await expect(element).toBeFocused();
}

/** Expects that an element has the focus: a user of the keyboard would begin again at the top of the page. */
const keepsFocus = (page: Page) => expect(page.locator(":focus")).toHaveCount(1);

/** A connected shop with proposals for all products without a description. */
async function proposed({ api, openShop }: Given, products: number) {
  const shop = await openShop(products);
  const id = await connectShop(api, shop);
  await orderTexts(api, id);
  return { shop, id, changes: await changesOf(api, id, "proposed") };
}

type Given = { api: import("../src/api.ts").Api; openShop: (products: number) => Promise<Shop> };

inEach(IN_POLISH, () => {
  asUser(
    "from a wrong token to the proposals of what is missing",
    async ({ page, watch, api, t, ui, openShop }) => {
      watch.expect(422, /^\/api\/shops$/);
      const missing = 40;
      const shop = await openShop(3 * missing);
      // The last page of products is answered late.
      await shop.hold("GET page=3");
      await ui.open("shops");
      await ui.button("shops.connect.go").click();
      const dialog = ui.in(ui.dialog("shops.connect.title"));
      await dialog.combobox("shops.connect.system").click();
      await page.getByRole("option", { name: "Shoper" }).click();
      const token = page.getByRole("dialog").getByRole("textbox", { name: "Token API" });
      await dialog.field("shops.connect.host").fill(shop.connection.host);
      await token.fill("not-the-token");
      await dialog.button("shops.connect.submit").click();
      await expect(token).toHaveAttribute("aria-invalid", "true");
      await expect(token).toBeFocused();
      await token.fill(shop.connection.secrets.token ?? "");
      await page.keyboard.press("Enter");

      await expect(page.getByRole("progressbar", { name: t("shops.progress.read") })).toBeVisible();
      await expect(page.getByRole("status").getByText(t("shops.kind.product"))).toBeVisible();
      await shop.release();
      const found = page.getByRole("list", { name: t("shops.finding.title") });
      const name = `${t.number(missing)} ${t("shops.finding.missing.html", { count: missing })}`;
      const finding = found.getByRole("button", { name, exact: true });
      await expect(finding).toBeVisible(PATIENCE);
      await expect(page.getByRole("progressbar")).toHaveCount(0);

      await finding.click();
      await expect(finding).toHaveAttribute("aria-pressed", "true");
      await ui.checkbox("shops.choose.page").check();
      await ui.button("shops.choose.all", { count: missing, number: t.number(missing) }).click();
      await expect(
        ui.text("shops.choose.count", { count: missing, number: t.number(missing) }),
      ).toBeVisible();
      await ui.button("shops.write.open").click();
      const order = ui.in(page.getByRole("dialog"));
      await order.button("shops.write.price").click();
      await expect(order.text("bulk.order.rows", { count: missing, rows: t.number(missing) })).toBeVisible();
      await expect(order.text("bulk.price.free")).toBeVisible();
      await expect(page.getByRole("dialog").getByText(/minut/)).toBeVisible();
      expect(await changesOf(api, await shopOf(page), "proposed")).toEqual([]);
      await expect(order.button("bulk.order.start")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
      await keepsFocus(page);
      const counted = t("shops.part.counted", { part: t("shops.part.approval"), count: t.number(missing) });
      await expect(page.getByRole("link", { name: counted })).toBeVisible(PATIENCE);
      expect(await shop.writes(), "nothing is written before a user approves it").toEqual([]);
    },
  );
});

/** The id of the shop on the screen. */
const shopOf = async (page: Page) => new URL(page.url()).pathname.split("/")[3] ?? "";

inEach(LANGUAGES, (language) => {
  const width = language === "pl" ? 360 : 1440;

  asUser(`proposals are decided by keyboard alone, ${width} px`, async ({ page, api, t, ui, openShop }) => {
    await page.setViewportSize({ width, height: 740 });
    const { id, changes } = await proposed({ api, openShop }, 21);
    await fillGaps(api, id, changes);
    await ui.open("shopApproval", { shop: id });
    const cards = cardsOf(ui);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const is = (place: number, state: string) =>
      expect(cards.nth(place).getByText(t(`shops.state.${state}`), { exact: true })).toBeVisible();
    const at = async (place: number) => {
      await expect(cards.nth(place)).toBeFocused();
      await expect(cards.nth(place)).toBeInViewport({ ratio: 0.3 });
    };
    await expect(cards).toHaveCount(changes.length);
    await at(0);
    await expect(cards.nth(0)).toHaveAccessibleName(new RegExp(`^${changes[0]?.title}`));
    await expect(cards.nth(0)).toHaveAttribute("aria-setsize", String(changes.length));

    await press("?");
    await focusInside(page);
    const keys = ui.dialog("shops.keys.title");
    for (const key of [
      "next",
      "previous",
      "approve",
      "reject",
      "edit",
      "save",
      "leave",
      "reopen",
      "undo",
      "view",
    ])
      await expect(keys.getByRole("rowheader", { name: t(`shops.keys.${key}`), exact: true })).toBeVisible();
    await press("Escape");
    await at(0);

    await press("j", "j", "ArrowUp", "k");
    await at(0);
    await press("a");
    await is(0, "approved");
    await at(1);
    await press("r");
    await is(1, "rejected");
    await at(2);

    await press("e");
    const editor = page.getByRole("textbox");
    await expect(editor).toBeFocused();
    await expect(editor).toHaveAccessibleName(new RegExp(t("shops.approval.editor", { field: "" }).trim()));
    await press("Escape");
    await at(2);
    await press("e", "Control+A");
    await page.keyboard.insertText("<p>Opis poprawiony ręcznie.</p>");
    await press("Control+Enter");
    await at(2);
    await expect(cards.nth(2)).toContainText("Opis poprawiony ręcznie.");
    await expect(cards.nth(2)).toContainText(t("shops.mark.edited"));
    await press("a");
    await is(2, "approved");
    await at(3);
    await press("z");
    await at(2);
    await expect(cards.nth(2).getByText(t("shops.state.approved"))).toBeHidden();
    await press("v");
    await expect(ui.radio("shops.view.read")).toBeChecked();
    await at(2);
    await press("a", "k");
    await at(2);
    await press("u");
    await at(2);
    await press("a");
    await is(2, "approved");
    await at(3);

    // A text that claims a number which is no fact of the product.
    await press("e", "Control+End");
    await page.keyboard.insertText("<p>Waży 999 kg.</p>");
    await press("Control+Enter");
    await at(3);
    await expect(cards.nth(3).getByRole("list", { name: t("shops.compare.checks") })).toContainText("999");
    await expect(cards.nth(3)).toContainText(t("shops.mark.fails"));

    const all = changes.length - 4;
    await reach(page, "Shift+Tab", ui.button("shops.approval.all", { count: all, number: t.number(all) }));
    await press("Enter");
    await focusInside(page);
    await reach(page, "Tab", button(page.getByRole("dialog"), t("shops.approval.allGo")));
    await press("Enter");
    await expect(cards).toHaveCount(1);
    await at(0);

    const ids = (all: Change[]) => all.map((change) => change.id).sort();
    const of = (...places: number[]) => ids(places.map((place) => changes[place] as Change));
    expect(ids(await changesOf(api, id, "approved"))).toEqual(of(0, 2, 4, 5, 6));
    expect(ids(await changesOf(api, id, "rejected"))).toEqual(of(1));
    expect(ids(await changesOf(api, id, "proposed"))).toEqual(of(3));
  });
});

inEach(IN_ENGLISH, () => {
  asUser("a proposal is decided beside what stands behind it", async ({ page, api, t, ui, openShop }) => {
    const id = await connectShop(api, await openShop(12));
    await orderTexts(api, id, { fields: ["html", "seo-title"] });
    await fillGaps(api, id, await changesOf(api, id, "proposed"));
    const changes = await changesOf(api, id, "proposed");
    await ui.open("shopApproval", { shop: id });
    const cards = cardsOf(ui);
    await expect(cards.first()).toBeFocused();
    const inspector = page.getByRole("complementary", { name: t("shops.bench.title") });
    const preview = (key: string) => inspector.getByRole("figure", { name: t(key) });
    /** The inspector follows the current row. */
    const shows = async ({ field, title, new: text }: Change) => {
      const isPage = field === "html";
      const figure = preview(isPage ? "shops.bench.page.product" : "shops.bench.search");
      await expect(figure).toContainText(isPage ? title : text);
      await expect(ui.in(inspector).region("shops.bench.measures")).toContainText(
        isPage ? "word" : "/ 561 pixels",
      );
      await expect(ui.in(inspector).region("shops.bench.about")).toContainText(t("shops.bench.draft"));
    };
    await shows(changes[0] as Change);
    await page.keyboard.press("j");
    await shows(changes[1] as Change);
    const place = changes.findIndex(({ field }) => field === "html");
    for (let at = 1; at < place; at++) await page.keyboard.press("j");
    if (place === 0) await page.keyboard.press("k");
    await shows(changes[place] as Change);
    await expect(preview("shops.bench.page.product")).toContainText("PLN");
    await expect(ui.in(inspector).region("shops.bench.facts").getByRole("listitem").first()).toBeVisible();

    const bar = page.getByRole("toolbar", { name: t("shops.bench.decisions") });
    const decide = (key: string) => bar.getByRole("button", { name: new RegExp(`^${t(key)}`) });
    await decide("shops.approval.accept").click();
    await expect(cards.nth(place).getByText(t("shops.state.approved"), { exact: true })).toBeVisible();
    await expect(cards.nth(place + 1)).toBeFocused();
    await bar.getByRole("button", { name: t("shops.approval.undo") }).click();
    await expect(cards.nth(place)).toBeFocused();
    await decide("shops.approval.edit").click();
    await expect(cards.nth(place).getByRole("textbox")).toBeFocused();
    await expect(bar).toBeHidden();
  });

  asUser("on a phone the text comes first, above one bar", async ({ page, api, t, ui, openShop }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { id, changes } = await proposed({ api, openShop }, 12);
    await fillGaps(api, id, changes);
    await ui.open("shopApproval", { shop: id });
    const card = cardsOf(ui).first();
    await expect(card).toBeFocused();
    await expect(card.getByText(t("shops.compare.new"), { exact: true })).toBeInViewport();
    const sides = await card
      .locator(".shop-side")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(sides[1], "the proposal is above the text of the shop").toBeLessThan(sides[0] ?? 0);
    const bar = page.getByRole("toolbar", { name: t("shops.bench.decisions") });
    await expect(bar).toBeInViewport({ ratio: 1 });
    for (const one of await bar.getByRole("button").all()) {
      const box = await one.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await expect(page.getByRole("complementary", { name: t("shops.bench.title") })).toHaveCount(0);
    await card.getByRole("button", { expanded: false }).click();
    await expect(card.getByRole("figure", { name: t("shops.bench.page.product") })).toBeVisible();
  });

  asUser(
    "what the owner edits is never overwritten, neither by writing nor by undoing",
    async ({ page, api, t, ui, openShop }) => {
      const { shop, id, changes } = await proposed({ api, openShop }, 12);
      await decide(api, id, "approve", changes);
      const [edited, editedLater, ...others] = changes.map((change) => change.item_id) as [string, string];
      await shop.edit(edited, OWNERS);

      await ui.open("shopWriting", { shop: id });
      await ui.button("shops.writing.compare").click();
      const row = (item: string) =>
        ui.rows().filter({ hasText: changes.find((change) => change.item_id === item)?.title ?? "" });
      for (const item of [editedLater, ...others])
        await expect(row(item)).toContainText(t("shops.forecast.write"), PATIENCE);
      await expect(row(edited)).toContainText(t("shops.forecast.conflict"));
      await expectColumns(
        row(edited),
        [t("shops.conflict.expected"), t("shops.conflict.found"), t("shops.compare.new")],
        "Napisane w sklepie.",
      );
      expect(await shop.writes(), "comparing writes nothing").toEqual([]);

      await ui.button("shops.writing.go").click();
      const ask = ui.in(ui.dialog("shops.writing.askTitle"));
      await expect(ask.text("shops.writing.askSafe")).toBeVisible();
      await ask.button("shops.writing.go").click();
      await keepsFocus(page);
      const done = page.getByRole("status").filter({ hasText: t("shops.writing.done") });
      await expect(done).toContainText(t("shops.result.written", { count: 3 }), PATIENCE);
      await expect(done).toContainText(t("shops.result.conflict", { count: 1 }));
      await keepsFocus(page);
      for (const item of [editedLater, ...others]) expect(await shop.text(item)).not.toBe("");
      expect(await shop.text(edited)).toBe(OWNERS);

      await ui.in(done).link("shops.writing.toHistory").click();
      await expect(ui.rows()).toHaveCount(3);
      await choose(ui, "conflict");
      await expect(row(edited)).toContainText(t("shops.history.why.conflict"));
      await expectColumns(
        row(edited),
        [t("shops.conflict.expected"), t("shops.conflict.found"), t("shops.compare.new")],
        "Napisane w sklepie.",
      );

      await shop.edit(editedLater, OWNERS_LATER);
      await choose(ui, "written");
      await ui.checkbox("shops.choose.page").check();
      await ui.button("shops.history.undo").click();
      await ui.in(page.getByRole("dialog")).button("shops.history.undo").click();
      await expect(ui.heading("shops.history.none.written")).toBeVisible(PATIENCE);
      await keepsFocus(page);
      await choose(ui, "undo-conflict");
      await expect(row(editedLater)).toContainText(t("shops.history.why.undo-conflict"));
      await expectColumns(
        row(editedLater),
        [t("shops.conflict.written"), t("shops.conflict.found"), t("shops.conflict.before")],
        "Poprawione później.",
      );

      expect(await shop.text(edited)).toBe(OWNERS);
      expect(await shop.text(editedLater)).toBe(OWNERS_LATER);
      for (const item of others) expect(await shop.text(item)).toBe("");
      const written = (await shop.writes()).map(({ object }) => object);
      expect(written).not.toContain(`products/${edited}`);
      expect(written.filter((object) => object === `products/${editedLater}`)).toHaveLength(1);
    },
  );
});

/** Cards that are drawn with their texts and buttons; the others are only their names. */
const drawn = (cards: Locator) => cards.filter({ has: cards.page().getByRole("button") }).count();
/** Cards that the browser lays out; it skips the contents of those that are far from the window. */
const laidOut = (cards: Locator) =>
  cards.evaluateAll(
    (all) =>
      all.filter((card) => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
  );

inEach(IN_ENGLISH, () => {
  asUser(
    "of 240 proposals only those near the window are drawn and laid out",
    async ({ page, api, t, ui, openShop }) => {
      const total = 240;
      const id = await propose(api, await openShop(total), total);
      await ui.open("shopApproval", { shop: id });
      const cards = cardsOf(ui);
      await expect(cards.first()).toBeFocused();
      // One page of the list, of which a window and what is near it are drawn.
      expect(await cards.count()).toBeLessThanOrEqual(200);
      expect(await drawn(cards)).toBeLessThanOrEqual(MOST_NEAR);

      for (let loaded = 0; loaded < total; loaded = await cards.count()) {
        await expect(async () => {
          await page.keyboard.press("End");
          expect(await cards.count()).toBeGreaterThan(loaded);
        }).toPass();
      }
      await page.keyboard.press("End");
      await expect(cards.last()).toBeInViewport();
      await expect(cards).toHaveCount(total);
      expect(await laidOut(cards)).toBeLessThanOrEqual(MOST_NEAR);
      await expect(cards.last()).toHaveAttribute("aria-posinset", String(total));
      await expect(cards.last()).toHaveAttribute("aria-setsize", String(total));

      // The keys lead back to the current row, and each step lays out no more than a window.
      await page.keyboard.press("j");
      await expect(cards.nth(1)).toBeFocused();
      for (let step = 0; step < 50; step++) await page.keyboard.press("j");
      await expect(cards.nth(51)).toBeFocused();
      await expect(cards.nth(51)).toBeInViewport();
      await expect(
        ui.text("shops.approval.place", { place: "52", count: total, total: t.number(total) }),
      ).toBeAttached();
      expect(await laidOut(cards)).toBeLessThanOrEqual(MOST_NEAR);
    },
  );
});

/** Opens a conflict and expects its three columns, the second with the text of the shop. */
async function expectColumns(row: Locator, titles: string[], found: string) {
  const fold = row.getByRole("button", { expanded: false }).first();
  await fold.click();
  const columns = row.locator(".shop-side");
  await expect(columns).toHaveCount(3);
  for (const [place, title] of titles.entries()) await expect(columns.nth(place)).toContainText(title);
  await expect(columns.nth(1)).toContainText(found);
}

async function choose(ui: Ui, state: string) {
  await ui.combobox("shops.history.state").click();
  await ui.page.getByRole("option", { name: new RegExp(`^${ui.t(`shops.state.${state}`)}( \\(|$)`) }).click();
}
