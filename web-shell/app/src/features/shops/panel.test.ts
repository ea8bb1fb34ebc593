import { ApiProblem } from "@sitewright/sdk/shell";
import { describe, expect, test } from "vitest";
import { type Opening, stepOf } from "./panel";

const FREE: Opening = {
  host: "sklep.example.pl",
  system_name: "Shoper",
  state: "installed",
  owner: "none",
  shop_id: null,
  ticket: "sealed",
};
const USER = { isVerified: true };
const refusal = (status: number, code = "") => new ApiProblem(status, { code }, null);

const step = (known: Partial<Parameters<typeof stepOf>[0]>) =>
  stepOf({ opening: undefined, problem: null, kept: undefined, user: USER, ...known });

describe("the step of a visitor whose panel has opened the application", () => {
  test("waits for the user and for the opening", () => {
    expect(step({ opening: FREE, user: undefined })).toEqual({ do: "wait" });
    expect(step({})).toEqual({ do: "wait" });
  });

  test("a guest signs in, in every state of the shop", () => {
    expect(step({ opening: FREE, user: null })).toMatchObject({ do: "enter", isNew: true });
    const other: Opening = { ...FREE, owner: "other" };
    expect(step({ opening: other, user: null })).toMatchObject({ do: "enter", isNew: false });
  });

  test("a user connects a free shop, with a verified address", () => {
    expect(step({ opening: FREE })).toMatchObject({ do: "connect" });
    expect(step({ opening: FREE, user: { isVerified: false } })).toMatchObject({ do: "verify" });
  });

  test("the owner goes to the shop", () => {
    const own: Opening = { ...FREE, owner: "you", shop_id: "shop-1" };
    expect(step({ opening: own })).toEqual({ do: "go", shop: "shop-1" });
    expect(step({ opening: { ...own, state: "uninstalled" } })).toEqual({ do: "go", shop: "shop-1" });
    expect(step({ opening: { ...own, shop_id: null } })).toEqual({ do: "go", shop: null });
  });

  test("another user is asked to leave", () => {
    expect(step({ opening: { ...FREE, owner: "other" } })).toMatchObject({ do: "leave" });
  });

  test("a shop without account and without the application has nothing to connect", () => {
    for (const state of ["failed", "uninstalled"] as const) {
      expect(step({ opening: { ...FREE, state } })).toEqual({ do: "explain", trouble: "missing" });
    }
  });
});

describe("an address that the server refuses", () => {
  test.each([
    [refusal(403, "shops.message-refused"), "unsigned"],
    [refusal(403, "shops.opening-old"), "old"],
    [refusal(404), "missing"],
    [refusal(503, "shops.unavailable"), "unknown"],
    [refusal(0), "unknown"],
    [new Error("no connection"), "unknown"],
  ])("is explained: %o", (problem, trouble) => {
    expect(step({ problem })).toEqual({ do: "explain", trouble });
  });

  test("an address that became old during the registration still connects its shop", () => {
    const problem = refusal(403, "shops.opening-old");
    expect(step({ problem, kept: FREE })).toMatchObject({ do: "connect", opening: FREE });
    expect(step({ problem, kept: FREE, user: null })).toMatchObject({ do: "enter", isNew: true });
  });

  test("an old address does not say whether the shop is the user's", () => {
    const kept: Opening = { ...FREE, owner: "other" };
    const problem = refusal(403, "shops.opening-old");
    expect(step({ problem, kept })).toEqual({ do: "explain", trouble: "old" });
    expect(step({ problem, kept, user: null })).toMatchObject({ do: "enter", isNew: false });
  });

  test("a refusal for another reason ends what was known", () => {
    expect(step({ problem: refusal(404), kept: FREE })).toEqual({ do: "explain", trouble: "missing" });
  });
});
