import lighthouse from "lighthouse";
import { Api } from "../src/api.ts";
import { openDebugged } from "../src/lighthouse.ts";
import { register } from "../src/person.ts";
import { expect, test } from "../src/test.ts";

/** The audits that fail the accessibility score. */
async function faultsOf(url: string, port: number): Promise<string[]> {
  const report = await lighthouse(url, {
    port,
    onlyCategories: ["accessibility"],
    disableStorageReset: true,
    logLevel: "error",
  });
  if (!report) throw new Error(`Lighthouse did not report on ${url}`);
  const { categories, audits, finalDisplayedUrl } = report.lhr;
  expect(finalDisplayedUrl).toBe(url);
  const faults = Object.values(audits).filter((audit) => audit.score !== null && audit.score < 1);
  return categories.accessibility?.score === 1 ? [] : faults.map(({ id, title }) => `${id}: ${title}`);
}

for (const { page, path, guest } of [
  { page: "sign-in", path: "/login", guest: true },
  { page: "catalogue", path: "/app/tools", guest: false },
]) {
  test(`the ${page} page scores 100 for accessibility`, async ({ server }) => {
    const { context, port } = await openDebugged();
    try {
      if (!guest) await register(new Api(context, server), "en");
      expect(await faultsOf(server.url + path, port)).toEqual([]);
    } finally {
      await context.close();
    }
  });
}
