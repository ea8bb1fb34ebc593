import { describe, expect, test } from "vitest";
import { filesOf, foldersOf, hasFile, json, sourcesOf } from "./sources";

type Texts = { [key: string]: string | Texts };
const PLURAL = /_(zero|one|two|few|many|other)$/;

function keysOf(texts: Texts, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [`${prefix}.${key}`] : keysOf(value, `${prefix}.${key}`),
  );
}
const withoutPlural = (keys: string[]) => [...new Set(keys.map((key) => key.replace(PLURAL, "")))].sort();

const SHELL = filesOf("web-shell/app/src/i18n/en", /\.json$/).map(({ file }) => file.replace(".json", ""));
const modulesWithTexts = foldersOf("web-plugins").filter((name) =>
  hasFile(`web-plugins/${name}/src/i18n/en.json`),
);
const namespaces: [string, (language: string) => string, string[]][] = [
  ...SHELL.map((name): [string, (language: string) => string, string[]] => [
    name,
    (language) => `web-shell/app/src/i18n/${language}/${name}.json`,
    // Help beside fields uses texts that every page has.
    ["web-shell/app/src", "web-shell/sdk/src/help"],
  ]),
  ["sdk", (language) => `web-shell/sdk/src/i18n/${language}.json`, ["web-shell/sdk/src"]],
  ...modulesWithTexts.map((name): [string, (language: string) => string, string[]] => [
    name,
    (language) => `web-plugins/${name}/src/i18n/${language}.json`,
    [`web-plugins/${name}/src`],
  ]),
];

describe.each(namespaces)("texts of %s", (name, file, folders) => {
  const english = keysOf(json(file("en")), name);
  const polish = keysOf(json(file("pl")), name);

  test("both languages have the same keys", () => {
    expect(withoutPlural(polish)).toEqual(withoutPlural(english));
  });

  test("counted texts in Polish have all plural forms", () => {
    const counted = withoutPlural(polish.filter((key) => PLURAL.test(key)));
    const missing = counted.flatMap((key) =>
      ["one", "few", "many", "other"]
        .map((form) => `${key}_${form}`)
        .filter((form) => !polish.includes(form)),
    );
    expect(missing).toEqual([]);
  });

  test("every key in the code exists, and every text is used", () => {
    const code = folders
      .flatMap((folder) => sourcesOf(folder))
      .map(({ text }) => text)
      .join("\n");
    const quoted = [...code.matchAll(new RegExp(`["'\`](${name}(?:\\.[\\w\${}]+)+)["'\`]`, "g"))].map(
      (match) => match[1] ?? "",
    );
    const known = withoutPlural(english);
    const patterns = [...new Set(quoted)].map(
      (key) => new RegExp(`^${key.replace(/\$\{\w+\}|\$\{[^}]*\}/g, "[\\w-]+").replaceAll(".", "\\.")}$`),
    );
    expect(patterns.filter((pattern) => !known.some((key) => pattern.test(key))).map(String)).toEqual([]);
    expect(known.filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
  });
});
