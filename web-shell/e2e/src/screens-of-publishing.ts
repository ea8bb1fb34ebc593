import { install, packed, pluginId } from "./packages.ts";
import { csrfHeaders } from "./person.ts";
import { becomePublisher, send, sent, unlisted } from "./publishers.ts";
import type { Screen, Stage } from "./screens.ts";
import { button, field } from "./shell.ts";
import { expect } from "./test.ts";

const POLISH = {
  packages: "pakiety",
  plugins: "wtyczki",
  earnings: "rozliczenia",
  members: "czlonkowie",
  profile: "profil",
};
const portal = ({ language }: Stage, part: "" | keyof typeof POLISH = "") => {
  if (language === "en") return `/app/publisher${part && `/${part}`}`;
  return `/app/wydawca${part && `/${POLISH[part]}`}`;
};

/** A publisher of the administrator who is signed in, with a share and something in its ledger. */
async function earning({ context, server }: Stage): Promise<string> {
  const id = await becomePublisher(context, server);
  const headers = await csrfHeaders(context, server.url);
  const book = `${server.url}/api/admin/revenue/publishers/${id}`;
  const from = new Date().toISOString().slice(0, 7);
  for (const [what, data] of [
    ["agreements", { share_bps: 3000, from }],
    [
      "adjustments",
      { currency: "PLN", amount: 123456, reason: "Carried over from the last contract", seq: 0 },
    ],
    ["payouts", { currency: "PLN", amount: 23456, reference: "T-2026-1", paid_on: `${from}-01`, seq: 1 }],
  ] as const) {
    const answer = await context.request.post(`${book}/${what}`, { headers, data });
    if (answer.status() !== 201) throw new Error(await answer.text());
  }
  return id;
}

/** Something to sum up. */
const LONG = {
  en: "The bakery opens at seven. Rye bread is ready at eight. On Sundays it is closed. Orders are taken by telephone.",
  pl: "Piekarnia otwiera się o siódmej. Chleb żytni jest gotowy o ósmej. W niedziele jest zamknięta. Zamówienia przyjmuje telefonicznie.",
};

export const publishing: Screen[] = [
  {
    name: "partners",
    guest: true,
    open: async ({ page, t, language }) => {
      await page.goto(language === "pl" ? "/partnerzy" : "/partners");
      await button(page, t("partners.faq.codeTitle")).click();
      await expect(page.getByText(t("partners.faq.codeText"))).toBeVisible();
    },
  },
  {
    name: "publisher-register",
    open: async (stage) => {
      await stage.page.goto(portal(stage));
      await expect(button(stage.page, stage.t("portal.register.go"))).toBeVisible();
    },
  },
  {
    name: "publisher",
    open: async (stage) => {
      await sent(stage.context, stage.server);
      await stage.page.goto(portal(stage));
      await expect(stage.page.getByRole("region", { name: stage.t("portal.latest.title") })).toBeVisible();
    },
  },
  {
    name: "publisher-packages",
    open: async (stage) => {
      await becomePublisher(stage.context, stage.server);
      await stage.page.goto(portal(stage, "packages"));
      await button(stage.page, stage.t("portal.send.go")).click();
      await expect(stage.page.getByText(stage.t("portal.send.noFile"))).toBeVisible();
    },
  },
  {
    name: "publisher-refused",
    open: async (stage) => {
      await becomePublisher(stage.context, stage.server);
      const id = await send(stage.context, stage.server, Buffer.from("no package at all"));
      await stage.page.goto(`${portal(stage, "packages")}/${id}`);
      await expect(button(stage.page, stage.t("portal.delete.ask"))).toBeVisible();
    },
  },
  {
    name: "publisher-package",
    open: async (stage) => {
      const id = await sent(stage.context, stage.server);
      await stage.page.goto(`${portal(stage, "packages")}/${id}`);
      await expect(button(stage.page, stage.t("portal.next.submitGo"))).toBeVisible();
    },
  },
  {
    name: "publisher-plugins",
    open: async (stage) => {
      await becomePublisher(stage.context, stage.server);
      await stage.page.goto(portal(stage, "plugins"));
      await expect(stage.page.getByText(stage.t("portal.plugins.noneText"))).toBeVisible();
    },
  },
  {
    name: "publisher-plugin",
    admin: true,
    open: async (stage) => {
      const { page, context, server, catalogue, t, language } = stage;
      const publisher = await becomePublisher(context, server);
      const id = pluginId();
      await install(context, server, await packed(server, id, "1.0.0", { publisher }));
      await catalogue.run(id, { text: LONG[language], language });
      await page.goto(`${portal(stage, "plugins")}/${id}`);
      await expect(page.getByRole("region", { name: t("portal.stats.byDay") })).toBeVisible();
    },
  },
  {
    name: "publisher-members",
    open: async (stage) => {
      const { page, context, server, t } = stage;
      await becomePublisher(context, server);
      await context.request.post(`${server.url}/api/publisher/invitations`, {
        headers: await csrfHeaders(context, server.url),
        data: { email: "a-long-address-of-somebody@example.com", role: "member" },
      });
      await page.goto(portal(stage, "members"));
      await expect(button(page, t("portal.invitations.add"))).toBeVisible();
      await expect(page.getByText("a-long-address-of-somebody@example.com")).toBeVisible();
    },
  },
  {
    name: "publisher-unlisted",
    admin: true,
    open: async (stage) => {
      const { page, context, server, t } = stage;
      const id = await unlisted(context, server, await becomePublisher(context, server));
      await page.goto(`${portal(stage, "plugins")}/${id}`);
      await expect(button(page, t("portal.links.add"))).toBeVisible();
    },
  },
  {
    name: "tool-invitation-over",
    open: async ({ page, t, language, watch }) => {
      watch.expect(410, /\/tool-invitations\/look$/);
      await page.goto(`${language === "pl" ? "/app/zaproszenie" : "/app/invitation"}?token=over`);
      await expect(page.getByRole("heading", { name: t("invited.page.title") })).toBeVisible();
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "publisher-earnings",
    admin: true,
    open: async (stage) => {
      await earning(stage);
      await stage.page.goto(portal(stage, "earnings"));
      await expect(stage.page.getByText(stage.t("revenue.kind.payout"), { exact: true })).toBeVisible();
      await expect(stage.page.getByText(stage.t("revenue.months.none"))).toBeVisible();
    },
  },
  {
    name: "admin-revenue",
    admin: true,
    open: async (stage) => {
      await earning(stage);
      await stage.page.goto("/app/admin/revenue");
      await expect(stage.page.getByText(stage.t("revenue.monthText.counting"))).toBeVisible();
      await expect(stage.page.getByRole("link", { name: "Acme" }).first()).toBeVisible();
    },
  },
  {
    name: "admin-revenue-publisher",
    admin: true,
    open: async (stage) => {
      await stage.page.goto(`/app/admin/revenue/${await earning(stage)}`);
      await expect(button(stage.page, stage.t("revenue.agree.open"))).toBeVisible();
      await expect(stage.page.getByText(stage.t("revenue.kind.payout"), { exact: true })).toBeVisible();
    },
  },
  {
    name: "admin-revenue-transfer",
    admin: true,
    open: async (stage) => {
      await stage.page.goto(`/app/admin/revenue/${await earning(stage)}`);
      await button(stage.page, stage.t("revenue.pay.open")).click();
      await expect(field(stage.page, stage.t("revenue.pay.reference"))).toBeVisible();
    },
  },
  {
    name: "publisher-profile",
    open: async (stage) => {
      await becomePublisher(stage.context, stage.server);
      await stage.page.goto(portal(stage, "profile"));
      await expect(field(stage.page, stage.t("portal.payout.taxId"))).toBeVisible();
    },
  },
  {
    name: "publisher-key",
    open: async (stage) => {
      await becomePublisher(stage.context, stage.server);
      await stage.page.goto(portal(stage, "profile"));
      await button(stage.page, stage.t("portal.keys.add")).click();
      await expect(field(stage.page, stage.t("portal.keys.signature"))).toBeVisible();
    },
  },
  {
    name: "admin-reviews",
    admin: true,
    open: async ({ page, context, server, t }) => {
      await sent(context, server, true);
      await page.goto("/app/admin/reviews");
      await expect(page.getByRole("heading", { level: 1, name: t("reviews.list.title") })).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "Acme" }).first()).toBeVisible();
    },
  },
  {
    name: "admin-review",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const id = await sent(context, server, true);
      await page.goto(`/app/admin/reviews/${id}`);
      await expect(page.getByText("The first one.")).toBeVisible();
      await expect(button(page, t("reviews.deeds.tryGo"))).toBeVisible();
    },
  },
  {
    name: "admin-review-return",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const id = await sent(context, server, true);
      await page.goto(`/app/admin/reviews/${id}`);
      await button(page, t("reviews.deeds.returnGo")).click();
      await expect(field(page, t("reviews.reason.en"))).toBeVisible();
    },
  },
];
