import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error A program of the build, without types.
import { generated } from "../generate.mjs";

test("the generated types, texts and tables are up to date: run `npm run contract`", async () => {
  const folders: Record<string, Record<string, string>> = await generated();
  const names = Object.values(folders).flatMap(Object.keys);
  expect(names).toContain("contract/sitewright-plugin-http.d.ts");
  expect(names).toContain("liberation-sans.ts");
  for (const [folder, files] of Object.entries(folders)) {
    for (const [name, text] of Object.entries(files)) {
      expect(await readFile(join(folder, name), "utf8"), name).toBe(text);
    }
  }
});
