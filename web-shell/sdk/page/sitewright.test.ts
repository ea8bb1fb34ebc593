// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { Page } from "./sitewright.js";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
  },
);

const result = { title: "Tea", text: "Tea.", data: {}, drafted: true, words: 0 };
const run = {
  order: 1,
  status: "succeeded",
  position: null,
  progress: null,
  written: [],
  input: {},
  problem: null,
};
const start = {
  language: "en",
  theme: { scheme: "light", variables: {} },
  tool: {},
  input: {},
  project: null,
};

test("p16: a saved result is not another run", () => {
  const connection = { ask: async () => null, send: () => {} };
  const page = new Page(connection as never, { ...start, run: { ...run, status: "running", result: null } });
  const heard: string[] = [];
  page.on("run", () => heard.push("run"));
  page.on("result", () => heard.push("result"));
  page.hear({ type: "run", run: { ...run, result } });
  expect(heard).toEqual(["run"]);
  page.hear({ type: "run", run: { ...run, result: { ...result, text: "Green tea." } } });
  expect(heard).toEqual(["run", "result"]);
  expect(page.latest.result?.text).toBe("Green tea.");
  page.hear({ type: "run", run: { ...run, order: 2, result } });
  expect(heard).toEqual(["run", "result", "run"]);
});
