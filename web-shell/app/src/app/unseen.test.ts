// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { reportUnseen } from "./unseen";

const report = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  report.mockReset();
  document.body.innerHTML = '<div id="root"></div>';
});

function show(html: string) {
  document.body.insertAdjacentHTML("beforeend", html);
  vi.runAllTimers();
}

test("u8_ messages that a form shows at its fields are not repeated", () => {
  reportUnseen(["Fill in this field.", "Too short."], report);
  document.body.firstElementChild?.append("Fill in this field. Too short.");
  show("");
  expect(report).not.toHaveBeenCalled();
});

test("u8_ messages in a dialog are not repeated", () => {
  reportUnseen(["Fill in this field."], report);
  show("<section role=dialog><p>Fill in this field.</p></section>");
  expect(report).not.toHaveBeenCalled();
});

test("u8_ of several messages that are not shown, the first is reported", () => {
  reportUnseen(["Fill in this field.", "The link was used.", "It is too late."], report);
  document.body.firstElementChild?.append("Fill in this field.");
  show("<div class=snackbar>The link was used.</div>");
  expect(report.mock.calls).toEqual([["The link was used."]]);
});
