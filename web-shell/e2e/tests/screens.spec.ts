import { expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { expectWholeLines } from "../src/lines.ts";
import { looksIn, SCREENS, show } from "../src/screens.ts";
import { inEach, LANGUAGES, test } from "../src/test.ts";

inEach(LANGUAGES, (language) => {
  for (const screen of SCREENS) {
    test.describe(screen.name, () => {
      test.use({ setup: screen.setup ?? "drafting" });

      test("is accessible and fits, in both colour schemes and widths", async ({ stage }) => {
        await show(screen, stage, looksIn(language, screen), async (what, aspects) => {
          for (const aspect of aspects) await expectAccessible(stage.page, what, aspect);
          await expectNoSidewaysScroll(stage.page, what);
          if (language === "pl") await expectWholeLines(stage.page, what);
        });
      });
    });
  }
});
