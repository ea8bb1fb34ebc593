import { expect, test } from "vitest";
import { eventParser } from "./sse";

const STREAM =
  ': keep-alive\n\nid: 1-1\nevent: status\ndata: {"status":"running"}\n\nid: 1-2\r\nevent: delta\r\ndata: zażółć\r\ndata: gęślą\r\n\r\n';

test("messages are parsed from chunks of any size", () => {
  for (let size = 1; size < 40; size++) {
    const parse = eventParser();
    const events = [];
    for (let at = 0; at < STREAM.length; at += size) events.push(...parse(STREAM.slice(at, at + size)));
    expect(events).toEqual([
      { id: "1-1", event: "status", data: '{"status":"running"}' },
      { id: "1-2", event: "delta", data: "zażółć\ngęślą" },
    ]);
  }
});

test("comments and incomplete messages are not events; the id is kept for the next one", () => {
  const parse = eventParser();
  expect(parse("id: 7\nevent: a\ndata: 1\n\n: hello\ndata: 2\n")).toEqual([
    { id: "7", event: "a", data: "1" },
  ]);
  expect(parse("\n")).toEqual([{ id: "7", event: "message", data: "2" }]);
});
