import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailedLink } from "../src/outbox.ts";
import { packed, pluginId } from "../src/packages.ts";
import { register } from "../src/person.ts";
import { becomePublisher, publisherId, unlisted } from "../src/publishers.ts";
import type { Sitewright } from "../src/sitewright.ts";
import { beside, enterAsAdministrator } from "../src/staff.ts";
import { asAdministrator, asUser, button, expect, field, IN_POLISH, inEach } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

/** Fills in the form on the page. */
async function registerPublisher(ui: Ui, id: string) {
  await ui.field("portal.register.name").fill(id);
  await ui.field("portal.register.id").fill("admin");
  await ui.combobox("portal.register.country").click();
  const poland = new Intl.DisplayNames(ui.language, { type: "region" }).of("PL") ?? "";
  await ui.page.getByRole("option", { name: poland, exact: true }).click();
  await ui.checkbox("portal.register.accept").check();
  await ui.button("portal.register.go").click();
  // An error is shown at its field, which gets the focus.
  await expect(ui.field("portal.register.id")).toBeFocused();
  await ui.field("portal.register.id").fill(id);
  await ui.button("portal.register.go").click();
}

/** Registers the key in this file, with the proof that the page requests. */
async function addKey({ page, link, button: press, t }: Ui, server: Sitewright, key: string) {
  await link("portal.page.profile").click();
  await press("portal.keys.add").click();
  const dialog = page.getByRole("dialog");
  const command = (await dialog.getByText("sitewright-publisher-key").textContent()) ?? "";
  const challenge = command.match(/'(.+)'/)?.[1] ?? "";
  const published = await readFile(key.replace(/key$/, "pub"), "utf8");
  await dialog.getByRole("textbox").first().fill(published);
  const signature = await server.command("plugin", "prove", challenge, "--key", key);
  await field(dialog, t("portal.keys.signature")).fill(signature);
  await button(dialog, t("portal.keys.addGo")).click();
  await expect(dialog).toBeHidden();
}

inEach(IN_POLISH, (language) => {
  asUser(
    "a user becomes a publisher, and their tool is added to the catalogue",
    async ({ page, server, t, watch, ui, api }) => {
      watch.expect(422, /^\/api\/publisher$/);
      const [publisher, id] = [publisherId(), pluginId()];
      const folder = await mkdtemp(join(tmpdir(), "sitewright-key-"));
      await server.command("plugin", "keygen", publisher, "--output", folder, "--no-password");
      const key = join(folder, `${publisher}.key`);

      await ui.open("publisher");
      await registerPublisher(ui, publisher);
      await expect(ui.region("portal.steps.title")).toBeVisible();
      await addKey(ui, server, key);

      await page.getByRole("link", { name: t("portal.page.packages"), exact: true }).click();
      await ui.choose("summary.plugin", await packed(server, id, "1.0.0", { publisher, key }));
      await ui.button("portal.send.go").click();
      await expect(ui.text("portal.report.good")).toBeVisible();
      await ui.field("portal.next.note").fill("Our <b>first</b> one.");
      await ui.button("portal.next.submitGo").click();
      await expect(ui.button("portal.next.withdrawGo")).toBeVisible();
      const report = page.url().split("/").pop() ?? "";

      await enterAsAdministrator(api, language);
      await page.goto(`/app/admin/reviews/${report}`);
      await expect(page.getByText("Our <b>first</b> one.")).toBeVisible();
      await ui.button("reviews.deeds.tryGo").click();
      await ui.link("reviews.deeds.open").click();
      await expect(ui.button("sdk.form.submit")).toBeVisible();
      await page.goto(`/app/admin/reviews/${report}`);
      await ui.button("reviews.deeds.approveGo").click();
      // For the reviewer only, since other tests count the tools.
      await button(page.getByRole("dialog"), t("reviews.deeds.approveGo")).click();
      await expect(page.getByText(t("reviews.state.approved"), { exact: true })).toBeVisible();
      await ui.open("tools");
      await expect(page.locator(`a[href="${ui.path("tool", { tool: id })}"]`).first()).toBeVisible();
      await rm(folder, { recursive: true, force: true });
    },
  );
});

inEach(["pl"], () => {
  asAdministrator(
    "a user is invited to a publisher and to an unlisted tool, and leaves both",
    async ({ page, browser, server, t, watch, ui, api }) => {
      const publisher = await becomePublisher(api);
      const id = await unlisted(api, publisher);
      await beside(browser, server, "pl", async (guest, theirs) => {
        const { email } = await register(theirs, "pl");

        // A link to the tool is created and shown once; other users do not have the tool.
        await guest.open("tool", { tool: id });
        await expect(guest.text("tools.page.unknownTitle")).toBeVisible();
        await ui.open("publisherPlugin", { plugin: id });
        await ui.button("portal.links.add").click();
        const dialog = page.getByRole("dialog");
        watch.expect(422, /\/invitations$/);
        await button(dialog, t("portal.links.go")).click();
        await expect(field(dialog, t("portal.links.name"))).toBeFocused();
        await field(dialog, t("portal.links.name")).fill("Testerzy");
        await button(dialog, t("portal.links.go")).click();
        const link = await field(dialog, t("portal.links.link")).inputValue();
        await button(dialog, t("portal.links.done")).click();
        await expect(dialog).toBeHidden();

        await guest.page.goto(link);
        await guest.button("invited.page.go").click();
        await expect(guest.button("sdk.form.submit")).toBeVisible();
        await guest.open("tools");
        await guest.button("tools.catalogue.invited").click();
        await expect(guest.page.locator(`a[href="${ui.path("tool", { tool: id })}"]`)).toBeVisible();
        await guest.open("tool", { tool: id });
        await guest.button("invited.leave.go").click();
        await button(guest.page.getByRole("dialog"), t("invited.leave.go")).click();
        await expect(guest.heading("tools.catalogue.title")).toBeVisible();
        await expect(guest.button("tools.catalogue.invited")).toBeHidden();

        // The same user becomes a member with the link of a mail, and is removed again.
        await ui.open("publisherMembers");
        await ui.button("portal.invitations.add").click();
        await field(dialog, t("portal.invitations.email")).fill(email);
        await button(dialog, t("portal.invitations.go")).click();
        await expect(dialog).toBeHidden();
        await expect(page.getByText(email, { exact: true })).toBeVisible();
        await guest.page.goto(await mailedLink(server, email));
        await guest.button("portal.join.go").click();
        await expect(guest.region("portal.steps.title")).toBeVisible();
        await page.reload();
        const row = page.getByRole("listitem").filter({ hasText: email });
        await expect(row.getByText(t("portal.role.member"), { exact: true })).toBeVisible();
        await row.getByRole("button", { name: t("portal.members.remove") }).click();
        await button(dialog, t("portal.members.remove")).click();
        await expect(row).toBeHidden();
        await guest.open("publisher");
        await expect(guest.button("portal.register.go")).toBeVisible();
      });
    },
  );
});
