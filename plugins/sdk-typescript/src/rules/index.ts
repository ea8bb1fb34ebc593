// The library for rule packs of the site audit. See "Rule packs" in plugins/README.md.

import type { Page } from "../generated/facts";

export type { Severity } from "sitewright:plugin/facts@0.1.0";
export type * from "../generated/facts";
export { type Pack, type PackDefinition, pack, pageRule, type Rule, siteRule } from "./pack";
export type { Found, Report } from "./report";
export { type Row, type TableName, UNKNOWN } from "./rows";
export type { Settings } from "./settings";
export type { Group, Query, Site } from "./site";

/** The characters of a text. */
export const letters = (text: string): number => [...text].length;

/** What a connected service, such as "serp", knows of a page. */
export function known(page: Page, source: string): unknown {
  const row = page.known.find((known) => known.source === source);
  return row && JSON.parse(row.json);
}
