import { describe, expect, test } from "vitest";
import { sieve } from "./bridge";
import { runsUnasked } from "./gestures";
import { isHello, MOST_CHARS, readRequest } from "./protocol";

const read = (message: unknown) =>
  readRequest(typeof message === "string" ? message : JSON.stringify(message));

describe("a request of a page", () => {
  const GOOD = [
    { type: "run", id: 1, input: { topic: "bread" } },
    { type: "cancel", id: 2 },
    { type: "save", id: 3, text: "" },
    { type: "download", id: 4, name: "Hasła – żyto.md".replace("–", "-"), text: "" },
    { type: "height", id: 5, pixels: 400 },
    { type: "notify", id: 6, kind: "error", text: "x" },
  ];
  test.each(GOOD)("$type", (message) => expect(read(message)).toEqual({ request: message }));

  const BAD: [string, unknown, number | null][] = [
    ["another tool", { type: "run", id: 1, input: {}, tool: "facebook-post" }, 1],
    ["no input", { type: "run", id: 1 }, 1],
    ["a list as an input", { type: "run", id: 1, input: [] }, 1],
    ["an address", { type: "open", id: 1, path: "//evil.example" }, 1],
    ["another document", { type: "save", id: 1, document: "x", text: "y" }, 1],
    ["what runs where it is opened", { type: "download", id: 1, name: "a.html", text: "x" }, 1],
    ["a folder in a name", { type: "download", id: 1, name: "../a.txt", text: "x" }, 1],
    ["a name that reads backwards", { type: "download", id: 1, name: "a\u202etxt.md", text: "x" }, 1],
    [
      "a long message at the edge of the screen",
      { type: "notify", id: 1, kind: "success", text: "x".repeat(301) },
      1,
    ],
    ["half a pixel", { type: "height", id: 1, pixels: 1.5 }, 1],
    ["a word that every object has", { type: "constructor", id: 1 }, 1],
    ["no number", { type: "cancel" }, null],
    ["a number that counts nothing", { type: "cancel", id: -1 }, null],
    ["no object", "[]", null],
    ["no JSON", "{", null],
    ["too much", `{"type":"draft","id":1,"input":{"x":"${"x".repeat(MOST_CHARS)}"}}`, null],
  ];
  test.each(BAD)("not %s", (_, message, id) => expect(read(message)).toEqual({ refused: id }));

  test("only as a string", () => expect(readRequest({ type: "cancel", id: 1 })).toEqual({ refused: null }));

  test("a hello has a version", () => {
    expect(isHello({ sitewright: "hello", version: 7 })).toBe(true);
    for (const other of [null, "hello", {}, { sitewright: "hello" }, { version: 1 }])
      expect(isHello(other)).toBe(false);
  });
});

test("a burst of messages passes at once, and more with time", () => {
  let now = 0;
  const pass = sieve(() => now);
  const passed = () => Array.from({ length: 200 }, pass).filter(Boolean).length;
  const first = passed();
  expect(first).toBeGreaterThan(0);
  expect(passed()).toBe(0);
  now = 1000;
  expect(passed()).toBeGreaterThan(0);
  now = 1_000_000;
  expect(passed()).toBe(first);
});

test("a run starts without a question only after a gesture, and up to a limit", () => {
  let now = 0;
  let gesture = false;
  const may = runsUnasked(
    () => now,
    () => gesture,
  );
  expect(may()).toBe(false);
  gesture = true;
  const started = Array.from({ length: 20 }, may).filter(Boolean).length;
  expect(started).toBeGreaterThan(0);
  expect(started).toBeLessThan(20);
  now = 3_600_000;
  expect(may()).toBe(true);
});
