import { expect, test } from "vitest";
import type { Document } from "./shapes";
import { newest } from "./use-document";

const document = (version: number, more: Partial<Document> = {}) =>
  ({ id: "a", version, title: `${version}`, data: { variants: [] }, ...more }) as Document;

test("a stale response after a change is ignored", () => {
  const saved = document(2);
  expect(newest(saved, document(1))).toBe(saved);
});

test("the same or a newer version is used, and unchanged parts keep their identity", () => {
  const known = document(2);
  expect(newest(known, document(2, { rating: "good" })).rating).toBe("good");
  expect(newest(known, document(3)).title).toBe("3");
  expect(newest(known, document(3)).data).toBe(known.data);
  expect(newest(known, document(2))).toBe(known);
});

test("another document has separate versions", () => {
  expect(newest(document(5), document(1, { id: "b" })).id).toBe("b");
  expect(newest(undefined, document(1)).version).toBe(1);
});
