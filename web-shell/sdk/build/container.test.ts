import { expect, test } from "vitest";
import { importedNames } from "./container.mjs";

test("the names that a module takes from a share are read from its imports", () => {
  const sources = [
    'import { type Check, useTool,\n  CheckList as List } from "@sitewright/sdk";\nimport { useState } from "react";',
    'import type { Tool } from "@sitewright/sdk";\nimport { useTool } from "@sitewright/sdk";',
  ];
  expect(importedNames(sources, "@sitewright/sdk")).toEqual(["CheckList", "useTool"]);
  expect(importedNames(sources, "react")).toEqual(["useState"]);
  expect(importedNames(sources, "react/jsx-runtime")).toEqual(["Fragment", "jsx", "jsxs"]);
});

test("importing a share as a whole fails the build", () => {
  expect(() => importedNames(['import * as sdk from "@sitewright/sdk";'], "@sitewright/sdk")).toThrow(
    "single names",
  );
  expect(() => importedNames(['import React from "react";'], "react")).toThrow("single names");
});
