// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { beforeLeaving, beforeReplacing, losesEdits, onLoss, useUnsaved, whenNothingIsLost } from "./unsaved";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Editor({ isChanged, onLose }: { isChanged: boolean; onLose?: () => void }) {
  useUnsaved(isChanged, { onLose });
  return null;
}

/** Draws an editor; the returned functions change and remove it. */
function edit(onLose = () => {}) {
  const root = createRoot(document.createElement("div"));
  const draw = (isChanged: boolean) =>
    act(() => root.render(<Editor isChanged={isChanged} onLose={onLose} />));
  draw(true);
  return { save: () => draw(false), close: () => act(() => root.unmount()) };
}

test("what would lose edits waits for the answer, and then closes their editors", () => {
  let answer = () => {};
  const end = onLoss({ ask: (_, go) => (answer = go), tell: () => {} });
  const [lost, go] = [vi.fn(), vi.fn()];
  const { close } = edit(lost);
  beforeLeaving(go);
  expect(go).not.toHaveBeenCalled();
  answer();
  expect(lost).toHaveBeenCalledOnce();
  expect(go).toHaveBeenCalledOnce();
  expect(losesEdits()).toBe(false);
  close();
  end();
});

test("an action that replaces what is edited asks whether to discard it", () => {
  const asked = vi.fn();
  const end = onLoss({ ask: asked, tell: () => {} });
  const [lost, go] = [vi.fn(), vi.fn()];
  const { close } = edit(lost);
  beforeReplacing(go);
  expect(asked).toHaveBeenCalledWith("discard", expect.any(Function));
  expect(go).not.toHaveBeenCalled();
  asked.mock.calls[0]?.[1]();
  expect(lost).toHaveBeenCalledOnce();
  expect(go).toHaveBeenCalledOnce();
  close();
  end();
});

test("nothing is asked without edits", () => {
  const [ask, go] = [vi.fn(), vi.fn()];
  const end = onLoss({ ask, tell: () => {} });
  beforeLeaving(go);
  expect(ask).not.toHaveBeenCalled();
  expect(go).toHaveBeenCalledOnce();
  end();
});

test("a change from elsewhere waits until the edit is saved, and says so", async () => {
  const [tell, go] = [vi.fn(), vi.fn()];
  const end = onLoss({ ask: () => {}, tell });
  const { save, close } = edit();
  whenNothingIsLost("project", go);
  whenNothingIsLost("project", go);
  expect(tell).toHaveBeenCalledWith("project");
  expect(go).not.toHaveBeenCalled();
  save();
  await Promise.resolve();
  expect(go).toHaveBeenCalledOnce();
  close();
  end();
});
