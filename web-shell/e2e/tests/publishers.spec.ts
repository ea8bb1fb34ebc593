import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { toolPath } from "../src/example.ts";
import { mailedLink } from "../src/outbox.ts";
import { packed, pluginId } from "../src/packages.ts";
import { register as registerPerson } from "../src/person.ts";
import { becomePublisher, publisherId, unlisted } from "../src/publishers.ts";
import { button, field } from "../src/shell.ts";
import type { Sitewright } from "../src/sitewright.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Language, type Texts } from "../src/texts.ts";

const programme = (language: Language) => (language === "pl" ? "/partnerzy" : "/partners");

/** Fills in the form on the page. */
async function register(page: Page, t: Texts, language: Language, id: string) {
  await field(page, t("portal.register.name")).fill(id);
  await field(page, t("portal.register.id")).fill("admin");
  await page.getByRole("combobox", { name: t("portal.register.country") }).click();
  const poland = new Intl.DisplayNames(language, { type: "region" }).of("PL") ?? "";
  await page.getByRole("option", { name: poland, exact: true }).click();
  await page.getByRole("checkbox", { name: t("portal.register.accept") }).check();
  await button(page, t("portal.register.go")).click();
  // What is wrong is said at its field, which the keyboard is led to.
  await expect(field(page, t("portal.register.id"))).toBeFocused();
  await field(page, t("portal.register.id")).fill(id);
  await button(page, t("portal.register.go")).click();
}

/** Registers the key whose secret half is in this file, with the proof that the page asks for. */
async function addKey(page: Page, t: Texts, server: Sitewright, key: string) {
  await page.getByRole("link", { name: t("portal.page.profile") }).click();
  await button(page, t("portal.keys.add")).click();
  const dialog = page.getByRole("dialog");
  const command = (await dialog.getByText("sitewright-publisher-key").textContent()) ?? "";
  const challenge = command.match(/'(.+)'/)?.[1] ?? "";
  await dialog
    .getByRole("textbox")
    .first()
    .fill(await readFile(key.replace(/key$/, "pub"), "utf8"));
  const signature = await server.command("plugin", "prove", challenge, "--key", key);
  await field(dialog, t("portal.keys.signature")).fill(signature);
  await button(dialog, t("portal.keys.addGo")).click();
  await expect(dialog).toBeHidden();
}

for (const language of IN_POLISH) {
  test.describe(`publishers in ${language}`, () => {
    test.use({ language });

    test("somebody becomes a publisher, and their tool comes into the catalogue", async ({
      page,
      person,
      context,
      server,
      t,
      watch,
    }) => {
      expect(person.email).toBeTruthy();
      watch.expect(422, /^\/api\/publisher$/);
      const [publisher, id] = [publisherId(), pluginId()];
      const folder = await mkdtemp(join(tmpdir(), "sitewright-key-"));
      await server.command("plugin", "keygen", publisher, "--output", folder, "--no-password");
      const key = join(folder, `${publisher}.key`);

      await page.goto(programme(language));
      await page
        .getByRole("link", { name: t("partners.hero.portal") })
        .first()
        .click();
      await register(page, t, language, publisher);
      await expect(page.getByRole("region", { name: t("portal.steps.title") })).toBeVisible();
      await addKey(page, t, server, key);

      await page.getByRole("link", { name: t("portal.page.packages"), exact: true }).click();
      const buffer = await packed(server, id, "1.0.0", { publisher, key });
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "summary.plugin", mimeType: "application/octet-stream", buffer });
      await button(page, t("portal.send.go")).click();
      await expect(page.getByText(t("portal.report.good"))).toBeVisible();
      await field(page, t("portal.next.note")).fill("Our <b>first</b> one.");
      await button(page, t("portal.next.submitGo")).click();
      await expect(button(page, t("portal.next.withdrawGo"))).toBeVisible();
      const report = page.url().split("/").pop() ?? "";

      await enterAsAdministrator(context, server, language);
      await page.goto(`/app/admin/reviews/${report}`);
      await expect(page.getByText("Our <b>first</b> one.")).toBeVisible();
      await button(page, t("reviews.deeds.tryGo")).click();
      await page.getByRole("link", { name: t("reviews.deeds.open") }).click();
      await expect(button(page, t("sdk.form.submit"))).toBeVisible();
      await page.goto(`/app/admin/reviews/${report}`);
      await button(page, t("reviews.deeds.approveGo")).click();
      // For the reviewer alone: other tests count the tools.
      await button(page.getByRole("dialog"), t("reviews.deeds.approveGo")).click();
      await expect(page.getByText(t("reviews.state.approved"), { exact: true })).toBeVisible();
      await page.goto(language === "pl" ? "/app/narzedzia" : "/app/tools");
      await expect(page.locator(`a[href="${toolPath(id, language)}"]`).first()).toBeVisible();
      await rm(folder, { recursive: true, force: true });
    });
  });
}

test.describe("members and guests of a publisher", () => {
  test.use({ language: "pl" });

  test("somebody is invited to a publisher and to a tool that no list shows, and leaves both", async ({
    page,
    browser,
    context,
    server,
    t,
    watch,
  }) => {
    await enterAsAdministrator(context, server, "pl");
    const publisher = await becomePublisher(context, server);
    const id = await unlisted(context, server, publisher);
    const elsewhere = await browser.newContext({ baseURL: server.url, locale: "pl-PL" });
    await elsewhere.addCookies([{ name: "cookie_consent", value: "1", url: server.url }]);
    const guest = await elsewhere.newPage();
    const { email } = await registerPerson(elsewhere, server.url, "pl");

    // A link to the tool is made and shown once; for others there is no such tool.
    await guest.goto(toolPath(id, "pl"));
    await expect(guest.getByText(t("tools.page.unknownTitle"))).toBeVisible();
    await page.goto(`/app/wydawca/wtyczki/${id}`);
    await button(page, t("portal.links.add")).click();
    const dialog = page.getByRole("dialog");
    watch.expect(422, /\/invitations$/);
    await button(dialog, t("portal.links.go")).click();
    await expect(field(dialog, t("portal.links.name"))).toBeFocused();
    await field(dialog, t("portal.links.name")).fill("Testerzy");
    await button(dialog, t("portal.links.go")).click();
    const link = await field(dialog, t("portal.links.link")).inputValue();
    await button(dialog, t("portal.links.done")).click();
    await expect(dialog).toBeHidden();

    await guest.goto(link);
    await button(guest, t("invited.page.go")).click();
    await expect(button(guest, t("sdk.form.submit"))).toBeVisible();
    await guest.goto("/app/narzedzia");
    await button(guest, t("tools.catalogue.invited")).click();
    await expect(guest.locator(`a[href="${toolPath(id, "pl")}"]`)).toBeVisible();
    await guest.goto(toolPath(id, "pl"));
    await button(guest, t("invited.leave.go")).click();
    await button(guest.getByRole("dialog"), t("invited.leave.go")).click();
    await expect(guest.getByRole("heading", { level: 1, name: t("tools.catalogue.title") })).toBeVisible();
    await expect(button(guest, t("tools.catalogue.invited"))).toBeHidden();

    // The same person becomes a member by the link of a mail, and is taken out again.
    await page.goto("/app/wydawca/czlonkowie");
    await button(page, t("portal.invitations.add")).click();
    await field(dialog, t("portal.invitations.email")).fill(email);
    await button(dialog, t("portal.invitations.go")).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    await guest.goto(await mailedLink(server, email));
    await button(guest, t("portal.join.go")).click();
    await expect(guest.getByRole("region", { name: t("portal.steps.title") })).toBeVisible();
    await page.reload();
    const row = page.getByRole("listitem").filter({ hasText: email });
    await expect(row.getByText(t("portal.role.member"), { exact: true })).toBeVisible();
    await row.getByRole("button", { name: t("portal.members.remove") }).click();
    await button(dialog, t("portal.members.remove")).click();
    await expect(row).toBeHidden();
    await guest.goto("/app/wydawca");
    await expect(button(guest, t("portal.register.go"))).toBeVisible();
    await elsewhere.close();
  });
});
