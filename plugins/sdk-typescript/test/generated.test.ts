import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error A program of the build, without types.
import { folder, generated } from "../generate.mjs";

test("the contract's types, texts and tables are those of the repository: run `npm run contract`", async () => {
  const files: Record<string, string> = await generated();
  expect(Object.keys(files)).toContain("contract/sitewright-plugin-http.d.ts");
  for (const [name, text] of Object.entries(files)) {
    expect(await readFile(join(folder, name), "utf8"), name).toBe(text);
  }
});
