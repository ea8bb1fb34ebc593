import { outputTitleOf } from "../src/catalogue.ts";
import { runExample } from "../src/example.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("a message is previewed in the inbox and opened, and saved as it was edited", async ({
      page,
      person,
      catalogue,
      t,
    }) => {
      expect(person.email).toBeTruthy();
      const subject = outputTitleOf(await catalogue.tool("email"), "subject");
      const first = await runExample(page, t, "email", language);
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
    });
  });
}
