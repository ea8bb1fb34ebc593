import { expect, test } from "vitest";
import { pairs } from "./pairs";

test("paragraphs are matched with their translation", () => {
  expect(pairs("One.\n\nTwo,\nstill two.", "Jeden.\n \nDwa,\nwciąż dwa.\n")).toEqual([
    { source: "One.", target: "Jeden." },
    { source: "Two,\nstill two.", target: "Dwa,\nwciąż dwa." },
  ]);
});

test("lines are matched if the counts of paragraphs differ", () => {
  expect(pairs("One.\n\nTwo.", "Jeden.\nDwa.")).toEqual([
    { source: "One.", target: "Jeden." },
    { source: "Two.", target: "Dwa." },
  ]);
});

test("texts with different counts of lines are not matched", () => {
  expect(pairs("One.\n\nTwo.\n\nThree.", "Jeden i dwa.\n\nTrzy.")).toEqual([
    { source: "One.\n\nTwo.\n\nThree.", target: "Jeden i dwa.\n\nTrzy." },
  ]);
  expect(pairs("", "Jeden.")).toEqual([{ source: "", target: "Jeden." }]);
});
