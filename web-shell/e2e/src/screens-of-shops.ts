import { all, press, type Screens, sees } from "./screen.ts";
import { changesOf, connectShop, decide, fillGaps, orderTexts, work } from "./shops.ts";
import { expect, type Stage } from "./test.ts";

/** Products of the shop of a screen; four of them have no description. */
const PRODUCTS = 12;

/** A shop that was read. */
async function connected({ api, openShop }: Stage) {
  const shop = await openShop(PRODUCTS);
  return { fake: shop, shop: await connectShop(api, shop) };
}

/** With proposals, one of which the rules object to. */
async function proposed(stage: Stage) {
  const { fake, shop } = await connected(stage);
  await orderTexts(stage.api, shop, { fields: ["html", "seo-title"] });
  await fillGaps(stage.api, shop, await changesOf(stage.api, shop, "proposed"));
  const changes = await changesOf(stage.api, shop, "proposed");
  const path = `/api/shops/${shop}/changes/${changes[0]?.id}`;
  await stage.api.patch(path, { new: `${changes[0]?.new}<p>999 kg</p>` });
  return { fake, shop, changes };
}

/** With approved texts, one of which was edited in the shop meanwhile. */
async function approved(stage: Stage) {
  const { fake, shop, changes } = await proposed(stage);
  await decide(stage.api, shop, "approve", changes);
  const edited = changes.find(({ field }) => field === "html");
  await fake.edit(edited?.item_id ?? "", "<p>Napisane w sklepie.</p>");
  return { fake, shop };
}

async function compared(stage: Stage) {
  const { shop } = await approved(stage);
  await work(stage.api, shop, "compare");
  return { shop };
}

async function written(stage: Stage) {
  const { shop } = await approved(stage);
  await work(stage.api, shop, "write");
  return { shop };
}

const openCard = ({ page }: Stage) => expect(page.getByRole("article").first()).toBeFocused();
const key = (name: string) => async (stage: Stage) => {
  await openCard(stage);
  await stage.page.keyboard.press(name);
};
const openChange = ({ page }: Stage) =>
  page.getByRole("main").getByRole("button", { expanded: false }).first().click();
const columns = ({ page }: Stage) => page.locator(".shop-side").nth(2);

async function orderFirst({ ui }: Stage) {
  await ui.checkbox("shops.choose.page").check();
  await ui.button("shops.write.open").click();
}

const texts: Screens = {
  shop: {
    at: "shop",
    shows: ({ page, t }) => page.getByRole("list", { name: t("shops.finding.title") }),
  },
  "shop-item": {
    at: "shop",
    steps: ({ page }) => page.getByRole("main").locator("[aria-haspopup=dialog]").first().click(),
    shows: ({ page }) => page.getByRole("dialog"),
  },
  "shop-order": { at: "shop", steps: orderFirst, shows: sees.button("shops.write.price") },
  "shop-order-price": {
    at: "shop",
    steps: async (stage) => {
      await orderFirst(stage);
      await stage.ui.button("shops.write.price").click();
    },
    shows: sees.button("bulk.order.start"),
  },
  "shop-settings": { at: "shopSettings", shows: sees.button("shops.settings.disconnect") },
};

const approval: Screens = {
  "shop-approval": { steps: openCard },
  "shop-approval-read": { steps: key("v") },
  // The screen is drawn in all widths; in a wide one the button is hidden, and the content is beside the list.
  "shop-approval-details": {
    steps: async (stage) => {
      await openCard(stage);
      await stage.page.locator(".shop-details-button").first().dispatchEvent("click");
    },
    shows: ({ page }) => page.locator(".shop-canvas figure").filter({ visible: true }).first(),
  },
  "shop-approval-editor": {
    steps: key("e"),
    shows: ({ page }) => page.getByRole("article").getByRole("textbox"),
  },
  "shop-approval-keys": { steps: key("?"), shows: sees.dialog("shops.keys.title") },
  "shop-approval-all": {
    steps: ({ page, t }) =>
      page
        .locator(".shop-toolbar")
        .getByRole("button", { name: t("shops.approval.all", { count: 7, number: t.number(7) }) })
        .click(),
    shows: ({ page }) => page.getByRole("dialog"),
  },
};

const ends: Screens = {
  "shop-writing": { given: compared, at: "shopWriting", steps: openChange },
  "shop-writing-ask": {
    given: compared,
    at: "shopWriting",
    steps: press("shops.writing.go"),
    shows: sees.dialog("shops.writing.askTitle"),
  },
  "shop-history": { given: written, at: "shopHistory", steps: openChange },
  "shop-history-conflict": {
    given: written,
    at: "shopHistory",
    query: "?state=conflict",
    steps: openChange,
    shows: columns,
  },
};

/** Connected shops, with their texts and changes. */
export const shops: Screens = all(
  { setup: "selling" },
  {
    shops: { given: connected, at: "shops", shows: ({ ui }) => ui.rows().first() },
    ...all({ given: connected }, texts),
    ...all({ given: proposed, at: "shopApproval" }, approval),
    ...ends,
    "shop-panel-unsigned": {
      guest: true,
      given: async ({ watch }) => {
        watch.expect(403, /^\/api\/shop-applications\//);
        return { system: "shoper" };
      },
      at: "shopPanel",
      shows: sees.heading("shops.panel.trouble.unsigned.title"),
    },
    "admin-shops-connected": {
      admin: true,
      given: connected,
      at: "adminShops",
      shows: ({ page }) => page.getByRole("rowheader").first(),
    },
  },
);
