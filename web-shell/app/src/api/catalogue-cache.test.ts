import { expect, test } from "vitest";
import { isList, marked } from "./catalogue-cache";

test("a tool is marked in every cached query", () => {
  const tools = [
    { id: "post", favourite: false },
    { id: "email", favourite: false },
  ];
  expect(marked({ tools, total: 2 }, "post", true)).toEqual({
    tools: [
      { id: "post", favourite: true },
      { id: "email", favourite: false },
    ],
    total: 2,
  });
  expect(marked(tools[0], "post", true)).toEqual({ id: "post", favourite: true });
  expect(marked(tools[1], "post", true)).toBe(tools[1]);
  expect(marked(undefined, "post", true)).toBeUndefined();
  expect(marked(null, "post", true)).toBeNull();
});

test("a list of tools is distinguished from a tool", () => {
  expect(isList({ queryKey: ["/api/tools", { query: {} }] })).toBe(true);
  expect(isList({ queryKey: ["/api/tools/{id}", { path: { id: "email" } }] })).toBe(false);
});
