import { describe, expect, test } from "vitest";
import { filesOf } from "./sources";

const FOLDERS = ["web-shell/app/src", "web-shell/sdk/src", "web-shell/ui/src", "web-plugins"];
const found = (ending: RegExp, mistake: RegExp) =>
  FOLDERS.flatMap((folder) => filesOf(folder, ending))
    .filter(({ text }) => mistake.test(text))
    .map(({ file }) => file);

describe("mistakes that no compiler sees", () => {
  test("u3_ arithmetic behind ?? stands in parentheses: `a ?? 0 / b` is `a ?? (0 / b)`", () => {
    expect(found(/\.tsx?$/, /\?\? *[\w.]+ +[*/%+-] +[\w(]/)).toEqual([]);
  });

  test("u7_ a place that waits for an answer is a Loading, which offers another try", () => {
    const places = filesOf("web-shell/app/src/features", /\.tsx$/).filter(({ text }) =>
      /(?<!fallback=\{)<Skeleton/.test(text),
    );
    expect(places.map(({ file }) => file)).toEqual([]);
  });

  test("u4_ no style says light-dark(): the build makes of it variables that nothing defines", () => {
    expect(found(/\.(css|tsx?)$/, /light-dark\(/)).toEqual([]);
  });
});
