import { expect, test } from "vitest";
import { filesOf, json } from "./sources";

test.each(["en", "pl"])("every kind of job and every lane of the server has a name in %s", (language) => {
  const { jobKind, jobLane } = json(`web-shell/app/src/i18n/${language}/admin.json`);
  const sources = filesOf("host", /^(?!bench)\w+\/src\/.*\.rs$/).map(({ text }) => text);
  const all = (pattern: RegExp) =>
    [
      ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""))),
    ].sort();
  const kinds = all(/(?:Kind::periodic\(|const NAME: &'static str = )\s*"(\w+\.[\w-]+)"/g);
  expect(kinds.map((kind) => kind.replace(".", "-"))).toEqual(Object.keys(jobKind).sort());
  expect(all(/: (?:Lane|Self) = (?:Lane|Self) \{ name: "([a-z-]+)"/g)).toEqual(Object.keys(jobLane).sort());
});
