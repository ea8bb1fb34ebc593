// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { frameToken, keepToken, setTokenAside, takeTokenBack } from "./frame";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("in a frame the own token comes back after acting as a user", () => {
  vi.spyOn(window, "top", "get").mockReturnValue({} as Window);
  keepToken("own");
  setTokenAside();
  keepToken("of somebody else");
  expect(takeTokenBack()).toBe(true);
  expect(frameToken()).toBe("own");
  expect(takeTokenBack()).toBe(false);
  expect(frameToken()).toBe("own");
});

test("in a window of its own there is no token to put aside", () => {
  setTokenAside();
  expect(takeTokenBack()).toBe(false);
});
