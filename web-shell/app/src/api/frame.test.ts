// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { frameToken, keepToken, setTokenAside, takeTokenBack } from "./frame";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("in a frame the administrator's token is restored after acting as a user", () => {
  vi.spyOn(window, "top", "get").mockReturnValue({} as Window);
  keepToken("own");
  setTokenAside();
  keepToken("of another user");
  expect(takeTokenBack()).toBe(true);
  expect(frameToken()).toBe("own");
  expect(takeTokenBack()).toBe(false);
  expect(frameToken()).toBe("own");
});

test("in a top-level window there is no token to store", () => {
  setTokenAside();
  expect(takeTokenBack()).toBe(false);
});
