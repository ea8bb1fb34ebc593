import { expect, test } from "vitest";
import { exportHref } from "./export-menu";

test("a table has the filters of its list", () => {
  expect(exportHref({ audit: "a", of: "pages", query: {} }, "csv")).toBe("/api/audits/a/pages/export/csv");
  const query = { rule: "title-missing", level: undefined, q: "a&b" };
  expect(exportHref({ audit: "a", of: "findings", query }, "xlsx")).toBe(
    "/api/audits/a/findings/export/xlsx?rule=title-missing&q=a%26b",
  );
});
