import { expect, test } from "vitest";
import { found, type ProjectSummary, sorted } from "./order";

const project = (name: string, words: number, active_at: string | null): ProjectSummary => ({
  id: name.length,
  name,
  color: "moss",
  icon: null,
  language_code: "pl",
  site: { domain: `${name.toLowerCase()}.pl` },
  created_at: "2026-11-01T00:00:00Z",
  active_at,
  documents: 0,
  texts: 0,
  words,
  days: [],
});

const ALL = [
  project("Żółw", 5, "2026-11-02T00:00:00Z"),
  project("Alfa", 9, null),
  project("Beta", 9, "2026-11-20T00:00:00Z"),
];
const names = (projects: ProjectSummary[]) => projects.map(({ name }) => name);

test("projects are found by name and domain without accents", () => {
  expect(names(found(ALL, "zolw"))).toEqual(["Żółw"]);
  expect(names(found(ALL, "TA.pl"))).toEqual(["Beta"]);
  expect(found(ALL, " ")).toHaveLength(3);
});

test("projects are in order of activity, name or words", () => {
  expect(names(sorted(ALL, "active"))).toEqual(["Beta", "Żółw", "Alfa"]);
  expect(names(sorted(ALL, "name"))).toEqual(["Alfa", "Beta", "Żółw"]);
  expect(names(sorted(ALL, "words"))).toEqual(["Alfa", "Beta", "Żółw"]);
});
