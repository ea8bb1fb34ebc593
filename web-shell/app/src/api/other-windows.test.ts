// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { tellWho, watchOtherWindows } from "./other-windows";

/** As another window of the browser would have it heard. */
const from = (key: string | null, newValue: string | null) =>
  dispatchEvent(new StorageEvent("storage", { key, newValue }));

let stop = () => {};
afterEach(() => stop());

test("a sign-in of another user in another window is reported, one of the same user is not", () => {
  tellWho("anna");
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
  tellWho("anna");
  stop = watchOtherWindows(() => undefined, onOther);
  from(localStorage.key(0), "bogdan");
  expect(onOther).not.toHaveBeenCalled();
});
