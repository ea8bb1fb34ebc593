import type { Tool } from "@sitewright/sdk/shell";
import { expect, test } from "vitest";
import { FAVOURITES, findTools, RECENT } from "./find-tools";

const tool = (id: string, name: string, category: string, favourite = false) =>
  ({ id, name, summary: "", category, favourite, search: [`${category} in other words`] }) as Tool;
const tools = [
  tool("post", "Post na Facebooka", "social"),
  tool("summary", "Streszczenie – główne myśli", "content", true),
  tool("metatags", "Metatagi SEO", "seo"),
];
const found = (search: string, category = "") => findTools(tools, search, category).map(({ id }) => id);

test("favourites come first, the rest keeps its order", () => {
  expect(found("")).toEqual(["summary", "post", "metatags"]);
});

test("a need finds the tool that answers it", () => {
  expect(found("other words seo")).toEqual(["metatags"]);
});

test("search folds case and Polish letters", () => {
  expect(found("GLOWNE mysli")).toEqual(["summary"]);
  expect(found("główne")).toEqual(["summary"]);
});

test("every word must be there, within the category", () => {
  expect(found("post facebook")).toEqual(["post"]);
  expect(found("post seo")).toEqual([]);
  expect(found("", "seo")).toEqual(["metatags"]);
  expect(found("", FAVOURITES)).toEqual(["summary"]);
});

test("the tools used last stand in that order", () => {
  const recent = ["metatags", "post", "gone"];
  expect(findTools(tools, "", RECENT, recent).map(({ id }) => id)).toEqual(["metatags", "post"]);
  expect(found("", RECENT)).toEqual([]);
});
