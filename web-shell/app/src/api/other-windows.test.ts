// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { announceUser, watchOtherWindows } from "./other-windows";

/** Simulates the event that another window of the browser causes. */
const from = (key: string | null, newValue: string | null) =>
  dispatchEvent(new StorageEvent("storage", { key, newValue }));

let stop = () => {};
afterEach(() => stop());

test("a sign-in of another user in another window is reported, one of the same user is not", () => {
  announceUser("anna");
  const key = localStorage.key(0);
  const onOther = vi.fn();
  stop = watchOtherWindows(() => "anna", onOther);
  from(key, "anna");
  from("something.else", "bogdan");
  from(key, null);
  expect(onOther).not.toHaveBeenCalled();
  from(key, "bogdan");
  expect(onOther).toHaveBeenCalledTimes(1);
});

test("a window of a guest reports no sign-in", () => {
  const onOther = vi.fn();
  announceUser("anna");
  stop = watchOtherWindows(() => undefined, onOther);
  from(localStorage.key(0), "bogdan");
  expect(onOther).not.toHaveBeenCalled();
});
