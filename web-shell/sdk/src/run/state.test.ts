import { expect, test } from "vitest";
import { afterEvent, byVariant, IDLE, type RunState } from "./state";

const event = (name: string, data: object) => ({ id: null, event: name, data: JSON.stringify(data) });
const after = (...events: [string, object][]) =>
  events.reduce<RunState>((state, [name, data]) => afterEvent(state, event(name, data)), IDLE);

test("live text grows under its label, and variants stand in the order of their numbers", () => {
  const state = after(
    ["delta", { label: "variant-10", text: "J" }],
    ["delta", { label: "variant-2", text: "B" }],
    ["delta", { label: "variant-1", text: "A" }],
    ["delta", { label: "variant-2", text: "b" }],
  );
  expect(state.live).toEqual([
    { label: "variant-1", text: "A" },
    { label: "variant-2", text: "Bb" },
    { label: "variant-10", text: "J" },
  ]);
});

test("an answer with several variants is shown as several", () => {
  const text = "First.\n\nIts end = here.\n===\nSecond.\n====\n";
  expect(byVariant([{ label: "variant-2", text }])).toEqual([
    { label: "variant-2", text: "First.\n\nIts end = here.", isOpen: false },
    { label: "variant-3", text: "Second.", isOpen: false },
    { label: "variant-4", text: "", isOpen: true },
  ]);
  expect(byVariant([{ label: "Report", text: "A\n===\nB " }])).toEqual([
    { label: "Report", text: "A\n===\nB ", isOpen: true },
  ]);
});

test("a replaced label starts with empty text", () => {
  const state = after(
    ["delta", { label: "variant-1", text: "too long" }],
    ["replace", { label: "variant-1" }],
    ["delta", { label: "variant-1", text: "short" }],
  );
  expect(state.live).toEqual([{ label: "variant-1", text: "short" }]);
});

test("status, queue position and progress follow the events", () => {
  const state = after(
    ["status", { status: "queued", position: 3 }],
    ["progress", { done: 1, total: 4, label: "Writing" }],
  );
  expect(state).toMatchObject({ phase: "queued", position: 3, progress: { done: 1, total: 4 } });
  expect(afterEvent(state, event("status", { status: "running" })).position).toBeNull();
});

test("the last event contains the whole run, including its problem", () => {
  const problem = { status: 402, code: "words.exhausted", message: "No words left" };
  const state = after(
    ["delta", { label: "a", text: "b" }],
    ["finished", { run: { id: "1", status: "failed", problem } }],
  );
  expect(state).toMatchObject({ phase: "failed", problem, live: [] });
});

test("the text of a stopped run stays, that of others is replaced by the result", () => {
  const text: [string, object] = ["delta", { label: "a", text: "Half a " }];
  const end = (status: string) => after(text, ["finished", { run: { id: "1", status, words: 2 } }]);
  expect(end("cancelled")).toMatchObject({ phase: "cancelled", live: [{ label: "a", text: "Half a " }] });
  expect(end("succeeded").live).toEqual([]);
});

test("an event of a newer server changes nothing", () => {
  expect(after(["something-new", {}])).toEqual(IDLE);
});
