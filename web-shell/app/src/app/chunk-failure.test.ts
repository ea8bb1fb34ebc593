// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { reloadOnce } from "./chunk-failure";

const reload = vi.fn();
vi.stubGlobal("location", { ...location, reload });

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
});

test("u7_ nothing is reloaded while offline", () => {
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(reloadOnce(1_000_000)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  network.mockReturnValue(true);
  expect(reloadOnce(1_000_001)).toBe(true);
});

test("a chunk that fails to load reloads the page, at most once in 60 seconds", () => {
  const start = 1_000_000;
  expect(reloadOnce(start)).toBe(true);
  expect(reloadOnce(start + 59_999)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce(start + 60_000)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
