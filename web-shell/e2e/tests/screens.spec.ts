import { type Aspect, expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { looksIn, SCREENS, show } from "../src/screens.ts";
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
        const look = async (what: string, aspects: Aspect[]) => {
          for (const aspect of aspects) await expectAccessible(page, what, aspect);
          await expectNoSidewaysScroll(page, what);
        };
        const stage = { page, context, server, model, catalogue, watch, language, t };
        await show(screen, stage, look, looksIn(language, screen));
      });
    });
  }
}
