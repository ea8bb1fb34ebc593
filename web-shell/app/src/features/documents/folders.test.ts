import { describe, expect, test } from "vitest";
import { type Folder, inOrder, placesFor } from "./folders";

const folder = (id: string, parent_id: string | null, documents = 1): Folder => ({
  id,
  name: id,
  parent_id,
  documents,
});
// By name, as the server sends them.
const FOLDERS = [
  folder("ads", null, 0),
  folder("april", "year", 2),
  folder("blog", null, 3),
  folder("may", "year", 4),
  folder("news", null),
  folder("year", "blog", 0),
];

test("each folder is followed by its subfolders and counts their documents", () => {
  expect(inOrder(FOLDERS).map(({ id, depth, held }) => [id, depth, held])).toEqual([
    ["ads", 1, 0],
    ["blog", 1, 9],
    ["year", 2, 6],
    ["april", 3, 2],
    ["may", 3, 4],
    ["news", 1, 1],
  ]);
});

describe("a folder may be moved", () => {
  const places = (id: string) => placesFor(inOrder(FOLDERS), id).map((place) => place.id);
  test("anywhere down to the third level", () => {
    expect(places("ads")).toEqual(["blog", "year", "news"]);
    expect(places("")).toEqual(["ads", "blog", "year", "news"]);
  });
  test("not into itself, and only where its subfolders fit", () => {
    expect(places("year")).toEqual(["ads", "blog", "news"]);
    expect(places("blog")).toEqual([]);
  });
});
