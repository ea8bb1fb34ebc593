import { standStill, take } from "../src/help-camera.ts";
import { PICTURES } from "../src/help-pictures.ts";
import { expect, inEach, LANGUAGES, test } from "../src/test.ts";

inEach(LANGUAGES, () => {
  for (const [name, picture] of Object.entries(PICTURES)) {
    test.describe(name, () => {
      test.use({ setup: picture.setup ?? "drafting" });

      test("is taken", async ({ stage }) => {
        const { page } = stage;
        await page.setViewportSize(picture.size ?? { width: 1000, height: 760 });
        await standStill(page);
        await picture.steps(stage);
        for (const scheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
          await take(stage, picture, `${name}-${scheme}`);
        }
      });
    });
  }
});
