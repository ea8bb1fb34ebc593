import { describe, expect, test } from "vitest";
import { filesOf } from "./sources";

const FOLDERS = ["web-shell/app/src", "web-shell/sdk/src", "web-shell/ui/src", "web-plugins"];
const found = (ending: RegExp, pattern: RegExp) =>
  FOLDERS.flatMap((folder) => filesOf(folder, ending))
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file);

describe("errors that the compiler does not find", () => {
  test("u3_ arithmetic behind ?? is in parentheses: `a ?? 0 / b` is `a ?? (0 / b)`", () => {
    expect(found(/\.tsx?$/, /\?\? *[\w.]+ +[*/%+-] +[\w(]/)).toEqual([]);
  });

  test("u7_ loading places use Loading, which offers a retry", () => {
    const places = filesOf("web-shell/app/src/features", /\.tsx$/).filter(({ text }) =>
      /(?<!fallback=\{)<Skeleton/.test(text),
    );
    expect(places.map(({ file }) => file)).toEqual([]);
  });

  test("u4_ no style uses light-dark(), which the build turns into undefined variables", () => {
    expect(found(/\.(css|tsx?)$/, /light-dark\(/)).toEqual([]);
  });
});
