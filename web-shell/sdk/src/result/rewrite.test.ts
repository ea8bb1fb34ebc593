import { expect, test } from "vitest";
import type { Tool, Variant } from "../shapes";
import { rewriteInput, takesWishes, tonesOf } from "./rewrite";

const tool = {
  input: {
    properties: {
      topic: { type: "string" },
      tone: { oneOf: [{ const: "formal", title: "Formal" }] },
      variants: { type: "integer", minimum: 1 },
      extra_instructions: { type: "string" },
    },
  },
  output: {},
} as unknown as Tool;
const variant: Variant = {
  title: "Rolls at seven",
  text: "Fresh rolls every day from seven in the morning.",
};
const input = { topic: "Rolls", language: "en", variants: 3, extra_instructions: "No clichés." };

test("one variant is requested, and the instruction follows the user's", () => {
  const next = rewriteInput(tool, input, variant, "text", { kind: "shorter" });
  expect(next).toMatchObject({ topic: "Rolls", variants: 1 });
  expect(next.extra_instructions).toBe("No clichés. Write it clearly shorter: at most 6 words.");
  expect(input.variants).toBe(3);
});

test("the instruction for a Polish result is in Polish", () => {
  const next = rewriteInput(tool, { language: "pl" }, variant, null, { kind: "again" });
  expect(next.extra_instructions).toContain("nie zaczynaj tak: „Rolls at seven Fresh rolls every”");
});

test("a tone is a separate field", () => {
  expect(tonesOf(tool)).toEqual([{ id: "formal", title: "Formal" }]);
  const next = rewriteInput(tool, input, variant, null, { kind: "tone", tone: "formal" });
  expect(next).toMatchObject({ tone: "formal", extra_instructions: "No clichés." });
});

test("a full field of instructions stays unchanged", () => {
  const full = { ...input, extra_instructions: "x".repeat(995) };
  expect(rewriteInput(tool, full, variant, null, { kind: "longer" }).extra_instructions).toHaveLength(995);
  expect(takesWishes({ ...tool, input: {} } as Tool)).toBe(false);
});
