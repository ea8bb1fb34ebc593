import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { target } from "../src/browser.ts";
import { type Figures, measureScrolling, type Way } from "../src/scrolling.ts";
import { propose, writeLongTexts } from "../src/shops.ts";
import { asUser, expect, test } from "../src/test.ts";

const PROPOSALS = 400;
const WAYS: Way[] = ["wheel", "keyboard"];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];
/** How many times slower than this machine. */
const SLOWER = [1, 4];
const RESULTS = target("e2e/scrolling.json");

test.use({ setup: "selling" });

asUser(`scrolling through ${PROPOSALS} proposals`, async ({ browser, page, api, ui, t, openShop }) => {
  const id = await propose(api, await openShop(PROPOSALS), PROPOSALS);
  await writeLongTexts(api, id);
  const cards = page.getByRole("feed", { name: t("shops.approval.list") }).getByRole("article");
  const results: (Figures & { way: Way; width: number; slower: number; load: number })[] = [];
  for (const size of SIZES)
    for (const slower of SLOWER)
      for (const way of WAYS) {
        await page.setViewportSize(size);
        await ui.open("shopApproval", { shop: id });
        await expect(cards.first()).toBeFocused();
        const figures = await measureScrolling(browser, page, way, { ...size, slower });
        results.push({
          way,
          width: size.width,
          slower,
          ...figures,
          load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
        });
      }
  console.table(results);
  mkdirSync(target("e2e"), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
});
