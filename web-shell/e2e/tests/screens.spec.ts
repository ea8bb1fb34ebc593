import { expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { SCREENS, show } from "../src/screens.ts";
import { test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

for (const language of LANGUAGES) {
  for (const screen of SCREENS) {
    test.describe(`${screen.name} in ${language}`, () => {
      test.use({ language, setup: screen.setup ?? "drafting" });

      test("is accessible and fits, in both schemes and widths", async ({
        page,
        context,
        server,
        model,
        catalogue,
        watch,
        t,
      }) => {
        await show(screen, { page, context, server, model, catalogue, watch, language, t }, async (what) => {
          await expectAccessible(page, what);
          await expectNoSidewaysScroll(page, what);
        });
      });
    });
  }
}
