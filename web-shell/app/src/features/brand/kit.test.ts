import { expect, test } from "vitest";
import { BLANK, withoutBlankLines, withProposal } from "./kit";

test("empty lines are left out, half-filled ones stay", () => {
  const terms = [
    { source: " ", target: "" },
    { source: "zakwas", target: "" },
  ];
  const kit = withoutBlankLines({ ...BLANK, facts: ["", "Open from 6", "  "], glossary: terms });
  expect(kit.facts).toEqual(["Open from 6"]);
  expect(kit.glossary).toEqual([{ source: "zakwas", target: "" }]);
});

test("a proposal keeps what a website cannot know", () => {
  const known = { ...BLANK, name: "Old", tone: "calm", avoid: ["cheap"], facts: ["A"] };
  const kit = withProposal(known, { ...BLANK, name: "New", facts: ["A", "B"] });
  expect(kit).toEqual({ ...known, name: "New", facts: ["A", "B"] });
  expect(withProposal(known, BLANK).name).toBe("Old");
});
