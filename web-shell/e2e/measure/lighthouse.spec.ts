import { mkdirSync, writeFileSync } from "node:fs";
import { type PageName, pathTo } from "../../app/src/paths.ts";
import { Api } from "../src/api.ts";
import { target } from "../src/browser.ts";
import { Catalogue } from "../src/catalogue.ts";
import { median, openDebugged, type Visit, visit } from "../src/lighthouse.ts";
import { enterAs } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";

const VISITS = 3;
const RESULTS = target("e2e/lighthouse.json");

/** The bars of pages behind the sign-in. */
const BARS = { performance: 90, lcp: 2_000, cls: 0.02 };

const DOCUMENTS = 20;
const PROJECTS = ["bakery-example.com", "roastery-example.com", "florist-example.com"];
const TOOLS = ["facebook-post", "seo-metatags", "newsletter", "instagram-post"];

/** A page with the parameters of its address, and who opens it. */
type Measured = { page: PageName; params?: Record<string, string>; as: "guest" | "user" | "admin" };

const PAGES: Measured[] = [
  { page: "login", as: "guest" },
  { page: "dashboard", as: "user" },
  { page: "tools", as: "user" },
  { page: "tool", params: { tool: "facebook-post" }, as: "user" },
  { page: "archive", as: "user" },
  { page: "adminUsers", as: "admin" },
];

/** An account as users have it: some projects, and the documents of their runs. */
async function fill(api: Api) {
  for (const domain of PROJECTS)
    await api.post("/api/project/addProject", { domain, language_code: "en", location_code: 2826 });
  const catalogue = new Catalogue(api, "en");
  for (let number = 0; number < DOCUMENTS; number += 1) {
    const tool = await catalogue.tool(TOOLS[number % TOOLS.length] ?? "");
    await catalogue.run(tool.id, tool.example);
  }
}

/** The bars that a page does not meet. */
function misses(page: PageName, { performance, lcp, cls }: Visit): string[] {
  return [
    performance < BARS.performance && `${page}: performance ${performance}, at least ${BARS.performance}`,
    lcp > BARS.lcp && `${page}: LCP ${lcp} ms, at most ${BARS.lcp} ms`,
    cls > BARS.cls && `${page}: CLS ${cls}, at most ${BARS.cls}`,
  ].filter((miss) => miss !== false);
}

test("pages on a simulated phone", async ({ server }) => {
  test.setTimeout(1_800_000);
  const { context, port } = await openDebugged();
  const api = new Api(context, server);
  const results: ({ page: string } & Visit)[] = [];
  const missed: string[] = [];
  try {
    for (const as of ["guest", "user", "admin"] as const) {
      await context.clearCookies();
      if (as !== "guest") await enterAs(api, as, "en");
      if (as === "user") await fill(api);
      for (const { page, params } of PAGES.filter((each) => each.as === as)) {
        const url = server.url + pathTo(page, "en", params);
        const visits: Visit[] = [];
        for (let number = 0; number < VISITS; number += 1) visits.push(await visit(url, port));
        const figures = median(visits);
        results.push({ page, ...figures });
        missed.push(...misses(page, figures));
      }
    }
  } finally {
    await context.close();
  }
  console.table(results);
  mkdirSync(target("e2e"), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  expect(missed).toEqual([]);
});
