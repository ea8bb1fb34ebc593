import { target } from "../src/browser.ts";
import { everyLook, SCREENS, show } from "../src/screens.ts";
import { inEach, LANGUAGES, test } from "../src/test.ts";

inEach(LANGUAGES, () => {
  for (const screen of SCREENS) {
    test.describe(screen.name, () => {
      test.use({ setup: screen.setup ?? "drafting" });

      test("is captured", async ({ stage }) => {
        await show(screen, stage, everyLook(), (what) =>
          stage.page.screenshot({
            path: target(`screens/${what}.png`),
            fullPage: true,
            animations: "disabled",
          }),
        );
      });
    });
  }
});
