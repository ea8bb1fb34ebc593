// @vitest-environment jsdom
import type { Document } from "@sitewright/sdk/shell";
import { afterEach, expect, test, vi } from "vitest";
import { drafts } from "./drafts";

const document = { id: "d1", title: "Chleb", text: "Stary" } as Document;
const draft = { title: "Chleb", text: "Nowy", version: 3, at: "2026-11-27T14:32:00.000Z" };

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("an edit is kept for its document and its account, until it is forgotten", () => {
  drafts.write("anna", "d1", draft);
  sessionStorage.clear();
  expect(drafts.read("anna", document)).toEqual(draft);
  expect(drafts.read("bogdan", document)).toBeNull();
  expect(drafts.read("anna", { ...document, id: "d2" })).toBeNull();
  drafts.forget("anna", "d1");
  expect(drafts.read("anna", document)).toBeNull();
});

test("an edit that is saved by now is not offered, nor invalid data", () => {
  drafts.write("anna", "d1", draft);
  expect(drafts.read("anna", { ...document, text: "Nowy" })).toBeNull();
  for (const stored of ["{", "1", '{"title":"a"}', '{"title":"a","text":"b","at":"x"}']) {
    localStorage.setItem("sitewright.document.anna.d1", stored);
    expect(drafts.read("anna", document)).toBeNull();
  }
});

test("without a storage nothing is kept, and nothing fails", () => {
  for (const method of ["getItem", "setItem", "removeItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
  drafts.write("anna", "d1", draft);
  drafts.forget("anna", "d1");
  expect(drafts.read("anna", document)).toBeNull();
});
