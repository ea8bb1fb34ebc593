import { expect, test } from "vitest";
import { mayPrefetch } from "./prefetch";

test("links are prefetched unless the connection is slow or saves data", () => {
  expect(mayPrefetch(undefined)).toBe(true);
  expect(mayPrefetch({ saveData: false, effectiveType: "4g" })).toBe(true);
  expect(mayPrefetch({ effectiveType: "3g" })).toBe(true);
  expect(mayPrefetch({ effectiveType: "2g" })).toBe(false);
  expect(mayPrefetch({ effectiveType: "slow-2g" })).toBe(false);
  expect(mayPrefetch({ saveData: true, effectiveType: "4g" })).toBe(false);
});
