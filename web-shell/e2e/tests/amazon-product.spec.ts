import { outputTitleOf } from "../src/catalogue.ts";
import { runExample } from "../src/example.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("a listing is previewed as on the product page, its title cut on a phone", async ({
      page,
      person,
      catalogue,
      t,
    }) => {
      expect(person.email).toBeTruthy();
      const tool = await catalogue.tool("amazon-product-description");
      const title = outputTitleOf(tool, "title");
      const first = await runExample(page, t, "amazon-product-description", language);
      const product = first.locator(".product");
      await expect(product.getByRole("listitem")).toHaveCount(5);
      await expect(product).toContainText("Nordal");

      await button(first, t("sdk.result.edit", { name: title })).click();
      await field(page, title).fill(`Nordal ${"butelka ".repeat(20)}#koniec`);
      await expect(product).toContainText("#koniec");
      await first.getByText(t("amazon-product.mobile"), { exact: true }).click();
      await expect(product).not.toContainText("#koniec");
      await expect(first.getByText(t("amazon-product.cut"))).toBeVisible();
    });
  });
}
