// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { tellUnseen } from "./unseen";

const tell = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  tell.mockReset();
  document.body.innerHTML = '<div id="root"></div>';
});

function show(html: string) {
  document.body.insertAdjacentHTML("beforeend", html);
  vi.runAllTimers();
}

test("u8_ what a form shows at its fields is not said a second time", () => {
  tellUnseen(["Fill in this field.", "Too short."], tell);
  document.body.firstElementChild?.append("Fill in this field. Too short.");
  show("");
  expect(tell).not.toHaveBeenCalled();
});

test("u8_ a form may stand in a dialog", () => {
  tellUnseen(["Fill in this field."], tell);
  show("<section role=dialog><p>Fill in this field.</p></section>");
  expect(tell).not.toHaveBeenCalled();
});

test("u8_ a message that is not shown is reported, the first of several", () => {
  tellUnseen(["Fill in this field.", "The link was used.", "It is too late."], tell);
  document.body.firstElementChild?.append("Fill in this field.");
  show("<div class=snackbar>The link was used.</div>");
  expect(tell.mock.calls).toEqual([["The link was used."]]);
});
