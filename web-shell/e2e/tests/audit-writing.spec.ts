import { audit, auditedProject, page as html, serve } from "../src/audited-site.ts";
import { expect, IN_ENGLISH, IN_POLISH, inEach, type Stage, asUser as test } from "../src/test.ts";

const RULE = "title-too-long";
const OLD = "Cennik stołów dębowych na wymiar, ręcznie robionych w rodzinnym warsztacie stolarskim w Gdyni";
const NEW = "Cennik stołów dębowych na wymiar z Gdyni";
const ANSWER = `Tytuł: ${NEW}
Opis: Cennik stołów dębowych na wymiar: ceny blatów, nóg i dostawy w całej Polsce, z gwarancją na dziesięć lat. Wybierz wymiary i zamów wycenę.
Slug: cennik-stolow`;

/** Audits a page whose title is too long, and opens the finding. */
async function openFinding({ api, ui, page, t }: Stage) {
  const site = await serve({
    "/": html("Cennik stołów dębowych", "<p>Stół od 3900 zł.</p>", { title: OLD, nav: "", footer: "" }),
  });
  const id = await audit(api, await auditedProject(api), site);
  await site.stop();
  await ui.open("auditRule", { audit: id, rule: RULE });
  const finding = page.getByRole("list", { name: t("audits.finding.title") }).getByRole("listitem");
  await finding.getByRole("button", { name: t("audits.write.go") }).click();
  return ui.in(ui.region("audits.write.title.title"));
}

inEach(IN_POLISH, () => {
  test.describe("with a model", () => {
    test.use({ setup: "connected" });

    test("a title is proposed beside the old one, copied and made a task", async ({ stage, api, model }) => {
      model.answer((call) => call.say(ANSWER));
      const { page, t } = stage;
      const part = await openFinding(stage);
      await expect(part.text("audits.write.now")).toBeVisible();
      const box = page.getByRole("region", { name: t("audits.write.title.title") });
      await expect(box).toContainText(OLD);
      // Nothing is charged before the button is pressed.
      expect(model.calls).toHaveLength(0);
      await part.button("audits.write.start", { count: 3 }).click();
      const proposal = box
        .getByRole("list", { name: t("audits.write.proposals") })
        .getByRole("listitem")
        .first();
      await expect(proposal).toContainText(NEW);
      await expect(proposal).toContainText(t("audits.write.characters", { count: 40, characters: "40" }));
      // The model reads what the page says.
      expect(model.calls[0]?.prompt).toContain("Cennik stołów dębowych");
      await proposal.locator("[data-copy]").click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(NEW);
      await proposal.getByRole("button", { name: t("audits.write.task") }).click();
      await expect(page.getByText(t("audits.finding.taskMade"))).toBeVisible();
      const [task] = (await api.get("/api/tasks")).data;
      expect((await api.get(`/api/tasks/${task.id}`)).note).toContain(`> ${NEW}`);
    });
  });
});

inEach(IN_ENGLISH, () => {
  test("without a model the finding says how to connect one", async ({ stage }) => {
    const part = await openFinding(stage);
    await expect(part.text("audits.write.noModelText")).toBeVisible();
    await expect(part.link("audits.write.connect")).toHaveAttribute("href", stage.ui.path("settingsModel"));
    await expect(part.button("audits.write.start", { count: 3 })).toBeHidden();
  });
});
