import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "../src/accessibility.ts";
import { csrfHeaders } from "../src/person.ts";
import { becomePublisher } from "../src/publishers.ts";
import { button, field } from "../src/shell.ts";
import { Sitewright } from "../src/sitewright.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import type { Texts } from "../src/texts.ts";

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

/** No test can wait for the end of a month: what would have been counted in it is written into the database. */
function haveCounted(server: Sitewright, publisher: string) {
  const { number, first, end, name } = lastMonth();
  const database = new DatabaseSync(join(server.data, "sitewright.db"), { timeout: 10_000 });
  database.exec(`
    INSERT INTO revenue_count (id, first_day, next_day) VALUES (1, ${first}, ${end})
      ON CONFLICT (id) DO UPDATE SET first_day = excluded.first_day, next_day = excluded.next_day;
    -- Nothing is agreed for months before a publisher was there.
    UPDATE publishers SET created_at = ${first * 86_400_000} WHERE id = '${publisher}';
    INSERT INTO revenue_fees VALUES (${number}, 'somebody', 12, 12);
    INSERT INTO revenue_uses VALUES (${number}, 'somebody', '${publisher}', 'motto', 3, 30), (${number}, 'somebody', '', 'slogan', 1, 10);
  `);
  database.close();
  return name;
}

/** Says who is paid, without the screen. */
async function giveDetails(context: BrowserContext, server: Sitewright) {
  const answer = await context.request.put(`${server.url}/api/publisher/payout`, {
    headers: await csrfHeaders(context, server.url),
    data: { legal_name: "Acme sp. z o.o.", address: "Poznań", tax_id: "7811234567", account: ACCOUNT },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function agree(page: Page, t: Texts, month: string) {
  await button(page, t("revenue.agree.open")).click();
  const dialog = page.getByRole("dialog");
  await field(dialog, t("revenue.agree.share")).fill("30");
  await dialog.getByRole("combobox", { name: t("revenue.agree.from") }).click();
  await page.getByRole("option", { name: month, exact: true }).click();
  await button(dialog, t("revenue.agree.go")).click();
  await expect(dialog).toBeHidden();
}

async function close(page: Page, t: Texts, month: string) {
  await button(page, t("revenue.admin.closeOne", { month })).click();
  const dialog = page.getByRole("dialog");
  // What could be read in two ways is not sent at all.
  await field(dialog, t("revenue.close.usd")).fill("1.234,56");
  await button(dialog, t("revenue.close.look")).click();
  await expect(dialog.getByText(t("revenue.form.notSum"))).toBeVisible();
  await expect(field(dialog, t("revenue.close.usd"))).toBeFocused();
  await field(dialog, t("revenue.close.usd")).fill("100");
  await button(dialog, t("revenue.close.look")).click();
  // What is missing is said at its field.
  await expect(field(dialog, t("revenue.close.pln"))).toBeFocused();
  await field(dialog, t("revenue.close.pln")).fill("1000");
  await button(dialog, t("revenue.close.look")).click();
  await expect(dialog.getByText(t("revenue.close.forGood"))).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: "motto" })).toContainText("225,00");
  await expectAccessible(page, "the preview of a month");
  await button(dialog, t("revenue.close.go")).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t("revenue.monthState.closed"), { exact: true })).toBeVisible();
}

async function pay(page: Page, t: Texts) {
  await button(page, t("revenue.payable.show")).click();
  await expect(page.getByText(ACCOUNT)).toBeVisible();
  await expectAccessible(page, "whom to pay");
  await page
    .getByRole("region", { name: t("revenue.payable.title") })
    .getByRole("link", { name: "Acme" })
    .click();
  await button(page, t("revenue.pay.open")).click();
  const dialog = page.getByRole("dialog");
  await field(dialog, t("revenue.form.amount")).fill("225,01");
  await field(dialog, t("revenue.pay.reference")).fill("P/1");
  await button(dialog, t("revenue.pay.go")).click();
  await expect(field(dialog, t("revenue.form.amount"))).toHaveAttribute("aria-invalid", "true");
  await field(dialog, t("revenue.form.amount")).fill("225");
  await button(dialog, t("revenue.pay.go")).click();
  await expect(dialog).toBeHidden();
}

test.describe("shares of revenue", () => {
  test.use({ language: "pl" });

  test("a month is closed and paid, and its publisher reads where the sum comes from", async ({
    page,
    context,
    t,
    watch,
  }) => {
    watch.expect(422, /^\/api\/admin\/revenue\//);
    const server = await Sitewright.start();
    try {
      await context.addCookies([{ name: "cookie_consent", value: "1", url: server.url }]);
      await enterAsAdministrator(context, server, "pl");
      const publisher = await becomePublisher(context, server);
      await giveDetails(context, server);
      const month = haveCounted(server, publisher);

      await page.goto(`${server.url}/app/admin/revenue/${publisher}`);
      await agree(page, t, month);
      await page
        .getByRole("link", { name: t("revenue.page.title") })
        .first()
        .click();
      await close(page, t, month);
      await pay(page, t);

      await page.goto(`${server.url}/app/wydawca/rozliczenia`);
      await expect(page.getByText(t("revenue.share.from", { share: "30%", month }))).toBeVisible();
      await expect(page.getByRole("row").filter({ hasText: "P/1" })).toContainText("-225,00");
      await button(page, t("revenue.months.byToolOf", { month })).click();
      await expect(page.getByRole("row").filter({ hasText: "motto" })).toContainText("22,50");
      // Nobody is on its pages when it stops.
      await page.goto("about:blank");
    } finally {
      await server.stop();
    }
  });
});
