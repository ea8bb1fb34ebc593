// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { Tool } from "../shapes";
import { type Shell, ShellProvider } from "../shell-context";
import { ToolForm } from "./tool-form";
import { rememberInput, useToolForm } from "./use-tool-form";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

const TOOL = {
  id: "post",
  input: { properties: { topic: { type: "string" }, place: { type: "string" } } },
  example: { topic: "Rye bread" },
} as unknown as Tool;
const SHELL = { language: "en", projectLanguage: null, projectDomain: null } as Shell;

function Screen() {
  const form = useToolForm(TOOL);
  return <ToolForm form={form} busy={false} example={TOOL.example} onSubmit={() => {}} onCancel={() => {}} />;
}

async function shown() {
  const stage = document.body.appendChild(document.createElement("div"));
  await act(async () =>
    createRoot(stage).render(
      <MantineProvider env="test">
        <ShellProvider shell={SHELL}>
          <Screen />
        </ShellProvider>
      </MantineProvider>,
    ),
  );
  return stage;
}

test.each([
  ["an hour ago", 3_600_000, "Our rolls"],
  ["two days ago", 172_800_000, ""],
])("what a guest kept %s is handed over once, if it is not old", async (_when, age, expected) => {
  sessionStorage.clear();
  const kept = { input: JSON.stringify({ topic: "Our rolls" }), at: Date.now() - age };
  localStorage.setItem("sitewright.kept.post", JSON.stringify(kept));
  const stage = await shown();
  expect(stage.querySelector("input")?.value).toBe(expected);
  expect(localStorage.getItem("sitewright.kept.post")).toBeNull();
});

test("an example can be undone, which restores what was typed", async () => {
  rememberInput("post", null, { topic: "Our rolls", place: "Poznań" });
  const stage = await shown();
  const values = () => [...stage.querySelectorAll("input")].map(({ value }) => value);
  const press = (label: string) => {
    const button = [...stage.querySelectorAll("button")].find(({ textContent }) => textContent === label);
    return act(async () => button?.click());
  };
  expect(values()).toEqual(["Our rolls", "Poznań"]);
  await press("sdk.form.example");
  expect(values()).toEqual(["Rye bread", ""]);
  await press("sdk.form.undo");
  expect(values()).toEqual(["Our rolls", "Poznań"]);
  expect(sessionStorage.getItem("sitewright.form.post")).toBe('{"topic":"Our rolls","place":"Poznań"}');
});
