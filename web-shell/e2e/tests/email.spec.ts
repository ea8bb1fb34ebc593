import { outputTitleOf } from "../src/catalogue.ts";
import { asUser, button, expect, field, IN_POLISH, inEach } from "../src/test.ts";

inEach(IN_POLISH, () => {
  asUser(
    "a message is previewed in the inbox and opened, and saved with its edits",
    async ({ page, catalogue, t, ui }) => {
      const subject = outputTitleOf(await catalogue.tool("email"), "subject");
      const first = await ui.runExample("email");
      const [row, opened] = [first.locator(".inbox-row"), first.locator(".message")];
      await expect(row).toContainText(t("email.time"));
      await expect(opened).toContainText(t("email.to"));

      await button(first, t("sdk.result.edit", { name: subject })).click();
      await field(page, subject).fill("Chleb od siódmej");
      await expect(row).toContainText("Chleb od siódmej");
      await expect(opened).toContainText("Chleb od siódmej");
      await field(page, subject).press("Control+Enter");
      await expect(page.getByText(t("sdk.result.saved"), { exact: true })).toBeVisible();
      await page.reload();
      await expect(first.locator(".inbox-row")).toContainText("Chleb od siódmej");
    },
  );
});
