import { describe, expect, test } from "vitest";
import type { Schema } from "../shapes";
import { liveVariant, liveVariants } from "./live";

const outputOf = (properties: Record<string, Schema>): Schema => ({
  properties: { variants: { items: { properties } } },
});
const POST = outputOf({ text: { type: "string", title: "Post" } });
const CAPTION = outputOf({
  caption: { type: "string", title: "Opis" },
  hashtags: { type: "array", title: "Hashtagi" },
});

describe("an unfinished variant", () => {
  test("is one text if the tool writes one", () =>
    expect(liveVariant(POST, "Warm rolls: from seven.\n\nCo")).toEqual({
      text: "Warm rolls: from seven.\n\nCo",
    }));

  test("has the parts whose labels have arrived", () =>
    expect(liveVariant(CAPTION, "Opis: Żyrafa.\n\nMa 178 cm: dużo.\nHashtagi:\n- #żyrafa\n- #zo")).toEqual({
      caption: "Żyrafa.\n\nMa 178 cm: dużo.",
      hashtags: ["#żyrafa", "#zo"],
    }));

  test("is in the main part if its labels are in another language", () =>
    expect(liveVariant(CAPTION, "Caption: A giraffe")).toEqual({ caption: "Caption: A giraffe" }));

  test("has nothing before its first word", () => expect(liveVariant(POST, "\n")).toEqual({}));
});

describe("places of a run that is writing", () => {
  test("are there before their texts", () => expect(liveVariants(POST, [], 3)).toEqual([{}, {}, {}]));

  test("keep their numbers, in whatever order the texts begin", () => {
    const live = [{ label: "variant-2", text: "Two" }];
    expect(liveVariants(POST, live, 3)).toEqual([{}, { text: "Two" }, {}]);
  });

  test("are more than ordered if one answer contains more", () => {
    const live = [{ label: "variant-1", text: "One\n===\nTwo" }];
    expect(liveVariants(POST, live, 1)).toEqual([{ text: "One" }, { text: "Two" }]);
  });
});
