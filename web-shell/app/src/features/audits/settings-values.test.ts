import { expect, test } from "vitest";
import { settingsOf, valuesOf } from "./settings-values";

test("the form keeps what it does not show", () => {
  const before = { pages: 500, list: ["https://a.example/"], rules: { "title-missing": { off: true } } };
  const values = {
    ...valuesOf(before),
    pages: 900,
    exclude: " /cart*\n\n/search ",
    schedule: "weekly" as const,
  };
  expect(settingsOf(values, before)).toMatchObject({
    pages: 900,
    list: ["https://a.example/"],
    rules: { "title-missing": { off: true } },
    exclude: ["/cart*", "/search"],
    include: [],
    schedule: "weekly",
  });
});

test("no schedule is written as null", () => {
  const before = { schedule: "monthly" as const };
  expect(settingsOf({ ...valuesOf(before), schedule: "none" }, before).schedule).toBeNull();
});
