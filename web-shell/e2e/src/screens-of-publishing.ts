import { install, packed, pluginId } from "./packages.ts";
import { becomePublisher, send, sent, unlisted } from "./publishers.ts";
import { all, press, type Screens, sees } from "./screen.ts";
import type { Stage } from "./test.ts";

/** A publisher of the signed-in administrator, with a share and ledger entries. */
async function earning({ api }: Stage) {
  const publisher = await becomePublisher(api);
  const from = new Date().toISOString().slice(0, 7);
  const carried = { currency: "PLN", amount: 123456, reason: "Carried over from the last contract", seq: 0 };
  const paid = { currency: "PLN", amount: 23456, reference: "T-2026-1", paid_on: `${from}-01`, seq: 1 };
  for (const [what, data] of [
    ["agreements", { share_bps: 3000, from }],
    ["adjustments", carried],
    ["payouts", paid],
  ] as const)
    await api.post(`/api/admin/revenue/publishers/${publisher}/${what}`, data);
  return { publisher };
}

const registered = ({ api }: Stage) => becomePublisher(api);
const package1 = async ({ api }: Stage) => ({ submission: await sent(api) });
const submitted = async ({ api }: Stage) => ({ review: await sent(api, true) });

const INVITED = "a-very-long-email-address@example.com";

/** A text to summarize. */
const LONG = {
  en: "The bakery opens at seven. Rye bread is ready at eight. On Sundays it is closed. Orders are taken by telephone.",
  pl: "Piekarnia otwiera się o siódmej. Chleb żytni jest gotowy o ósmej. W niedziele jest zamknięta. Zamówienia przyjmuje telefonicznie.",
};

const portal: Screens = {
  "publisher-register": { at: "publisher", shows: sees.button("portal.register.go") },
  publisher: { given: package1, at: "publisher", shows: sees.region("portal.latest.title") },
  "publisher-packages": {
    given: registered,
    at: "publisherPackages",
    steps: press("portal.send.go"),
    shows: sees.text("portal.send.noFile"),
  },
  "publisher-refused": {
    given: async ({ api }) => {
      await becomePublisher(api);
      return { submission: await send(api, Buffer.from("no package at all")) };
    },
    at: "publisherPackage",
    shows: sees.button("portal.delete.ask"),
  },
  "publisher-package": {
    given: package1,
    at: "publisherPackage",
    shows: sees.button("portal.next.submitGo"),
  },
  "publisher-plugins": {
    given: registered,
    at: "publisherPlugins",
    shows: sees.text("portal.plugins.noneText"),
  },
  "publisher-plugin": {
    admin: true,
    given: async ({ api, server, catalogue, language }) => {
      const plugin = pluginId();
      const publisher = await becomePublisher(api);
      await install(api, await packed(server, plugin, "1.0.0", { publisher }));
      await catalogue.run(plugin, { text: LONG[language], language });
      return { plugin };
    },
    at: "publisherPlugin",
    shows: sees.region("portal.stats.byDay"),
  },
  "publisher-members": {
    given: async ({ api }) => {
      await becomePublisher(api);
      await api.post("/api/publisher/invitations", { email: INVITED, role: "member" });
    },
    at: "publisherMembers",
    shows: ({ page, ui }) => [ui.button("portal.invitations.add"), page.getByText(INVITED)],
  },
  "publisher-unlisted": {
    admin: true,
    given: async ({ api }) => ({ plugin: await unlisted(api, await becomePublisher(api)) }),
    at: "publisherPlugin",
    shows: sees.button("portal.links.add"),
  },
  "tool-invitation-over": {
    given: async ({ watch }) => watch.expect(410, /\/tool-invitations\/look$/),
    at: "toolInvitation",
    query: "?token=over",
    shows: ({ page, ui }) => [ui.heading("invited.page.title"), page.getByRole("main").getByRole("alert")],
  },
  "publisher-profile": {
    given: registered,
    at: "publisherProfile",
    shows: sees.field("portal.payout.taxId"),
  },
  "publisher-key": {
    given: registered,
    at: "publisherProfile",
    steps: press("portal.keys.add"),
    shows: sees.field("portal.keys.signature"),
  },
};

const payout = ({ page, t }: Stage) => page.getByText(t("revenue.kind.payout"), { exact: true });

const administered: Screens = {
  "publisher-earnings": {
    given: earning,
    at: "publisherEarnings",
    shows: (stage) => [payout(stage), stage.ui.text("revenue.months.none")],
  },
  "admin-revenue": {
    given: earning,
    at: "adminRevenue",
    shows: ({ page, ui }) => [
      ui.text("revenue.monthText.counting"),
      page.getByRole("link", { name: "Acme" }).first(),
    ],
  },
  "admin-revenue-publisher": {
    given: earning,
    at: "adminRevenuePublisher",
    shows: (stage) => [stage.ui.button("revenue.agree.open"), payout(stage)],
  },
  "admin-revenue-transfer": {
    given: earning,
    at: "adminRevenuePublisher",
    steps: press("revenue.pay.open"),
    shows: sees.field("revenue.pay.reference"),
  },
  "admin-reviews": {
    given: submitted,
    at: "adminReviews",
    shows: ({ ui }) => [ui.heading("reviews.list.title"), ui.lines().filter({ hasText: "Acme" }).first()],
  },
  "admin-review": {
    given: submitted,
    at: "adminReview",
    shows: ({ page, ui }) => [page.getByText("The first one."), ui.button("reviews.deeds.tryGo")],
  },
  "admin-review-return": {
    given: submitted,
    at: "adminReview",
    steps: press("reviews.deeds.returnGo"),
    shows: sees.field("reviews.reason.en"),
  },
};

export const publishing: Screens = { ...portal, ...all({ admin: true }, administered) };
