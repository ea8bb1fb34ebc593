import { ApiProblem } from "@sitewright/sdk/shell";
import { expect, test } from "vitest";
import { atField, moved, type Overview, toTest } from "./models";

test("an entry moves by one place, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("a provider's failure is an error of the field that causes it", () => {
  const of = (code: string) =>
    (atField(new ApiProblem(502, { code, message: "No." }, null)) as ApiProblem).errors;
  expect(of("model.wrong-key")).toEqual({ key: ["No."] });
  expect(of("model.unreachable")).toEqual({ url: ["No."] });
  expect(of("other")).toEqual({});
});

test("the model for the best texts is tested first", () => {
  const models = [{ id: "small" }, { id: "large" }];
  const overview = (best: string[]) =>
    ({ connections: [{ id: "c", models }], roles: [{ role: "best", models: best }] }) as unknown as Overview;
  expect(toTest(overview(["large"]), "c")).toBe("large");
  expect(toTest(overview([]), "c")).toBe("small");
  expect(toTest(overview([]), "none")).toBeUndefined();
});
