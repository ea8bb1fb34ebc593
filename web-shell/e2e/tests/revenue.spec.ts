import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expectAccessible } from "../src/accessibility.ts";
import { Api } from "../src/api.ts";
import { becomePublisher } from "../src/publishers.ts";
import { Sitewright } from "../src/sitewright.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { button, expect, field, inEach, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const ACCOUNT = "PL61109010140000071219812874";

/** Last month, in months since the year 0, and its first day and the first one after it, since the Unix epoch. */
function lastMonth() {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (of: number) => Date.UTC(year, of, 1) / 86_400_000;
  const name = new Intl.DateTimeFormat("pl-PL", { month: "long", year: "numeric", timeZone: "UTC" });
  return {
    number: year * 12 + month - 1,
    first: day(month - 1),
    end: day(month),
    name: name.format(day(month - 1) * 86_400_000),
  };
}

/** No test can wait for the end of a month: its counts are written into the database. */
function haveCounted(server: Sitewright, publisher: string) {
  const { number, first, end, name } = lastMonth();
  const database = new DatabaseSync(join(server.data, "sitewright.db"), { timeout: 10_000 });
  database.exec(`
    INSERT INTO revenue_count (id, first_day, next_day) VALUES (1, ${first}, ${end})
      ON CONFLICT (id) DO UPDATE SET first_day = excluded.first_day, next_day = excluded.next_day;
    -- No share can be agreed for months before the publisher existed.
    UPDATE publishers SET created_at = ${first * 86_400_000} WHERE id = '${publisher}';
    INSERT INTO revenue_fees VALUES (${number}, 'account', 12, 12);
    INSERT INTO revenue_uses VALUES (${number}, 'account', '${publisher}', 'motto', 3, 30), (${number}, 'account', '', 'slogan', 1, 10);
  `);
  database.close();
  return name;
}

/** The payout details. */
const DETAILS = { legal_name: "Acme sp. z o.o.", address: "Poznań", tax_id: "7811234567", account: ACCOUNT };

async function agree(ui: Ui, month: string) {
  await ui.button("revenue.agree.open").click();
  const dialog = ui.page.getByRole("dialog");
  await field(dialog, ui.t("revenue.agree.share")).fill("30");
  await dialog.getByRole("combobox", { name: ui.t("revenue.agree.from") }).click();
  await ui.page.getByRole("option", { name: month, exact: true }).click();
  await button(dialog, ui.t("revenue.agree.go")).click();
  await expect(dialog).toBeHidden();
}

async function close(ui: Ui, month: string) {
  await ui.button("revenue.admin.closeOne", { month }).click();
  const dialog = ui.page.getByRole("dialog");
  // Ambiguous amounts are not sent.
  await field(dialog, ui.t("revenue.close.usd")).fill("1.234,56");
  await button(dialog, ui.t("revenue.close.look")).click();
  await expect(dialog.getByText(ui.t("revenue.form.notSum"))).toBeVisible();
  await expect(field(dialog, ui.t("revenue.close.usd"))).toBeFocused();
  await field(dialog, ui.t("revenue.close.usd")).fill("100");
  await button(dialog, ui.t("revenue.close.look")).click();
  // Missing values are reported at their fields.
  await expect(field(dialog, ui.t("revenue.close.pln"))).toBeFocused();
  await field(dialog, ui.t("revenue.close.pln")).fill("1000");
  await button(dialog, ui.t("revenue.close.look")).click();
  await expect(dialog.getByText(ui.t("revenue.close.forGood"))).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: "motto" })).toContainText("225,00");
  await expectAccessible(ui.page, "the preview of a month");
  await button(dialog, ui.t("revenue.close.go")).click();
  await expect(dialog).toBeHidden();
  await expect(ui.page.getByText(ui.t("revenue.monthState.closed"), { exact: true })).toBeVisible();
}

async function pay(ui: Ui) {
  await ui.button("revenue.payable.show").click();
  await expect(ui.page.getByText(ACCOUNT)).toBeVisible();
  await expectAccessible(ui.page, "whom to pay");
  await ui.region("revenue.payable.title").getByRole("link", { name: "Acme" }).click();
  await ui.button("revenue.pay.open").click();
  const dialog = ui.page.getByRole("dialog");
  await field(dialog, ui.t("revenue.form.amount")).fill("225,01");
  await field(dialog, ui.t("revenue.pay.reference")).fill("P/1");
  await button(dialog, ui.t("revenue.pay.go")).click();
  await expect(field(dialog, ui.t("revenue.form.amount"))).toHaveAttribute("aria-invalid", "true");
  await field(dialog, ui.t("revenue.form.amount")).fill("225");
  await button(dialog, ui.t("revenue.pay.go")).click();
  await expect(dialog).toBeHidden();
}

inEach(["pl"], () => {
  test("a month is closed and paid, and its publisher sees the details of the amount", async ({
    page,
    context,
    watch,
    ui,
  }) => {
    watch.expect(422, /^\/api\/admin\/revenue\//);
    const server = await Sitewright.start();
    try {
      await context.addCookies([{ name: "cookie_consent", value: "1", url: server.url }]);
      const api = new Api(context, server);
      await enterAsAdministrator(api, "pl");
      const publisher = await becomePublisher(api);
      await api.put("/api/publisher/payout", DETAILS);
      const month = haveCounted(server, publisher);

      await page.goto(`${server.url}/app/admin/revenue/${publisher}`);
      await agree(ui, month);
      await ui.link("revenue.page.title").first().click();
      await close(ui, month);
      await pay(ui);

      await page.goto(`${server.url}/app/wydawca/rozliczenia`);
      await expect(ui.text("revenue.share.from", { share: "30%", month })).toBeVisible();
      await expect(page.getByRole("row").filter({ hasText: "P/1" })).toContainText("-225,00");
      await ui.button("revenue.months.byToolOf", { month }).click();
      await expect(page.getByRole("row").filter({ hasText: "motto" })).toContainText("22,50");
      // No user is on its pages when it stops.
      await page.goto("about:blank");
    } finally {
      await server.stop();
    }
  });
});
