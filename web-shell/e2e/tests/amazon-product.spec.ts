import { outputTitleOf } from "../src/catalogue.ts";
import { asUser, button, expect, field, IN_ENGLISH, inEach } from "../src/test.ts";

inEach(IN_ENGLISH, () => {
  asUser(
    "a listing is previewed as on the product page, its title cut on a phone",
    async ({ page, catalogue, t, ui }) => {
      const tool = await catalogue.tool("amazon-product-description");
      const title = outputTitleOf(tool, "title");
      const first = await ui.runExample("amazon-product-description");
      const product = first.locator(".product");
      await expect(product.getByRole("listitem")).toHaveCount(5);
      await expect(product).toContainText("Nordal");

      await button(first, t("sdk.result.edit", { name: title })).click();
      await field(page, title).fill(`Nordal ${"butelka ".repeat(20)}#koniec`);
      await expect(product).toContainText("#koniec");
      await first.getByText(t("amazon-product.mobile"), { exact: true }).click();
      await expect(product).not.toContainText("#koniec");
      await expect(first.getByText(t("amazon-product.cut"))).toBeVisible();
    },
  );
});
