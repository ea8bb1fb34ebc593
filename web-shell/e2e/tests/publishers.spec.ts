import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { toolPath } from "../src/example.ts";
import { packed, pluginId } from "../src/packages.ts";
import { publisherId } from "../src/publishers.ts";
import { button, field } from "../src/shell.ts";
import type { Sitewright } from "../src/sitewright.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Language, type Texts } from "../src/texts.ts";

const programme = (language: Language) => (language === "pl" ? "/partnerzy" : "/partners");

/** Fills in the form on the page. */
async function register(page: Page, t: Texts, language: Language, id: string) {
  await field(page, t("portal.register.name")).fill("Acme");
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
