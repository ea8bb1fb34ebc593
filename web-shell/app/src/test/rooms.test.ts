import path from "node:path";
import { describe, expect, test } from "vitest";
import { foldersOf, importsOf, sourcesOf } from "./sources";

/** The folder of the shell that a relative import refers to, such as "api" or "features/tools". */
function roomOf(file: string, target: string): string {
  const parts = path.join(path.dirname(file), target).split(path.sep);
  return parts[0] === "features" ? `features/${parts[1]}` : (parts[0] ?? "");
}

/** The folders that each folder of the shell may import; packages are checked elsewhere. */
const MAY_USE: Record<string, string[]> = {
  api: ["api", "i18n", "paths"],
  i18n: ["i18n", "paths"],
  ui: ["ui", "i18n", "paths"],
  search: ["search", "ui"],
  confirm: ["confirm", "api", "ui", "i18n", "paths"],
  admin: ["admin", "confirm", "api", "ui", "i18n", "paths"],
  plugins: ["plugins", "api", "ui", "i18n", "paths"],
};

describe("imports in the shell flow one way", () => {
  for (const { file, text } of sourcesOf("web-shell/app/src")) {
    const room = roomOf(file, path.basename(file));
    const allowed = room.startsWith("features/")
      ? [room, "api", "ui", "i18n", "paths", "confirm", "admin", "search"]
      : MAY_USE[room];
    if (!allowed) continue;
    test(file, () => {
      const used = importsOf(text)
        .filter((target) => target.startsWith("."))
        .map((target) => roomOf(file, target).replace(/\.\w+$/, ""));
      expect(used.filter((other) => !allowed.includes(other))).toEqual([]);
    });
  }
});

describe("a UI module imports from the SDK, the façade and React, and no other package", () => {
  for (const name of foldersOf("web-plugins")) {
    test(name, () => {
      const packages = sourcesOf(`web-plugins/${name}/src`)
        .flatMap(({ text }) => importsOf(text))
        .filter((target) => !target.startsWith("."));
      const allowed = ["react", "@sitewright/sdk", "@sitewright/ui"];
      expect(packages.filter((target) => !allowed.includes(target))).toEqual([]);
    });
  }
});

test("the SDK does not import the shell", () => {
  const strangers = [...sourcesOf("web-shell/sdk/src"), ...sourcesOf("web-shell/ui/src")]
    .flatMap(({ text }) => importsOf(text))
    .filter((target) => /react-router|@sitewright\/app|app\/src/.test(target));
  expect(strangers).toEqual([]);
});
