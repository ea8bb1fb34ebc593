import { outputTitleOf } from "../src/catalogue.ts";
import { asUser, expect, field, IN_POLISH, inEach } from "../src/test.ts";

const LONG = `${"słowo ".repeat(100)}#koniec`;

inEach(IN_POLISH, () => {
  asUser(
    "a post is previewed, folded as in the feed, and edited below its preview",
    async ({ page, catalogue, t, ui }) => {
      const tool = await catalogue.tool("facebook-post");
      const title = outputTitleOf(tool, "text");
      await ui.runExample();

      const first = page.getByRole("article", { name: t("sdk.result.only") });
      const preview = first.getByRole("figure", { name: t("sdk.preview.label") });
      await expect(preview).toContainText("example.com");
      await expect(first.getByText(t("social-post.whole"))).toBeVisible();

      // Input is previewed and measured at once.
      await first.getByRole("button", { name: t("sdk.result.edit", { name: title }) }).click();
      await field(page, title).fill(LONG);
      const more = preview.getByRole("button", { name: t("social-post.more") });
      await expect(more).toHaveAttribute("aria-expanded", "false");
      await expect(preview).not.toContainText("#koniec");
      await expect(first.getByText(`${t.number(607)} / ${t.number(250)}`)).toBeVisible();
      await more.press("Enter");
      await expect(preview).toContainText("#koniec");
      await ui.button("social-post.less").press("Enter");
      await expect(preview).not.toContainText("#koniec");

      await field(page, title).press("Escape");
      await ui
        .dialog("shell.discard.title")
        .getByRole("button", { name: t("shell.discard.go") })
        .click();
      await expect(first.getByRole("button", { name: t("sdk.result.edit", { name: title }) })).toBeFocused();
      await expect(first.getByText(t("social-post.whole"))).toBeVisible();
      await first.getByRole("button", { name: t("sdk.result.edit", { name: title }) }).click();
      await field(page, title).fill("Krótki wpis #piekarnia");
      await field(page, title).press("Control+Enter");
      await expect(page.getByText(t("sdk.result.saved"), { exact: true })).toBeVisible();
      await page.reload();
      await expect(preview).toContainText("Krótki wpis #piekarnia");
    },
  );
});
