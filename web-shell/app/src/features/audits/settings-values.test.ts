import { expect, test } from "vitest";
import { settingsOf, valuesOf } from "./settings-values";

const USUAL = {
  pages: 500,
  depth: 20,
  minutes: 120,
  concurrency: 8,
  render: 10,
  other_sites: true,
  only_changed: false,
  resources: true,
  subdomains: false,
  robots: true,
  include: [],
  exclude: [],
  list: [],
  rules: {},
  schedule: null,
};

test("the form keeps what it does not show", () => {
  const before = {
    ...USUAL,
    list: ["https://a.example/"],
    rules: { "title-missing": { off: true, parameters: {} } },
  };
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
  const before = { ...USUAL, schedule: "monthly" as const };
  expect(settingsOf({ ...valuesOf(before), schedule: "none" }, before).schedule).toBeNull();
});
