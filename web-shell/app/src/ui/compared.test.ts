import { expect, test } from "vitest";
import { compared } from "./compared";

const TEXT = "## Chleb\n\nOd **siódmej** rano.\n\n- żytni\n- pszenny";

test("other words are marked in the text as it is read, and the rest is drawn", () => {
  expect(compared(TEXT, TEXT.replace("siódmej", "ósmej"))).toEqual([
    { kind: "same", markdown: "## Chleb" },
    {
      kind: "words",
      isHeading: false,
      words: [
        { kind: "same", text: "Od " },
        { kind: "removed", text: "siódmej" },
        { kind: "added", text: "ósmej" },
        { kind: "same", text: " rano." },
      ],
    },
    { kind: "same", markdown: "- żytni\n- pszenny" },
  ]);
});

test("a change of the form only is drawn before and after", () => {
  expect(compared(TEXT, TEXT.replace("## ", "### "))[0]).toEqual({ kind: "removed", markdown: "## Chleb" });
  expect(compared(TEXT, TEXT.replace("## ", "### "))[1]).toEqual({ kind: "added", markdown: "### Chleb" });
});

test("a new block and a deleted one are drawn whole", () => {
  const more = compared(TEXT, `${TEXT}\n\n> Zapraszamy`);
  expect(more.at(-1)).toEqual({ kind: "added", markdown: "> Zapraszamy" });
  const less = compared(`${TEXT}\n\n> Zapraszamy`, TEXT);
  expect(less.at(-1)).toEqual({ kind: "removed", markdown: "> Zapraszamy" });
});

test("equal texts have no differences", () => {
  expect(compared(TEXT, `${TEXT}\n`)).toEqual([{ kind: "same", markdown: TEXT }]);
});
