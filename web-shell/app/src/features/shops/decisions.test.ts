import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendDecisions } from "./decisions";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stage({ most = 3 } = {}) {
  const sent: string[] = [];
  const states: string[] = [];
  const answers: ((changed: number | Error) => void)[] = [];
  const onRefused = vi.fn();
  const onOutdated = vi.fn();
  const sender = sendDecisions({
    send: (verdict, ids, from) => {
      sent.push(`${verdict} ${ids.join(" ")}`);
      states.push(from);
      return new Promise((resolve, reject) =>
        answers.push((changed) => (changed instanceof Error ? reject(changed) : resolve(changed))),
      );
    },
    onRefused,
    onOutdated,
    most,
    wait: 100,
  });
  /** Answers the oldest open request. */
  const answer = async (changed: number | Error) => {
    answers.shift()?.(changed);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { sender, sent, states, answer, onRefused, onOutdated };
}

test("decisions that follow each other are sent together, by kind", async () => {
  const { sender, sent, answer } = stage({ most: 9 });
  sender.add("a", "approved", "proposed");
  sender.add("b", "rejected", "proposed");
  sender.add("c", "approved", "proposed");
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(["approve a c"]);
  await answer(2);
  expect(sent).toEqual(["approve a c", "reject b"]);
  expect(sender.isBusy()).toBe(true);
  await answer(1);
  expect(sender.isBusy()).toBe(false);
});

test("decisions about changes in different states are sent by state", async () => {
  const { sender, sent, states, answer } = stage({ most: 9 });
  sender.add("a", "approved", "proposed");
  sender.add("b", "approved", "rejected");
  sender.add("c", "approved", "proposed");
  await vi.advanceTimersByTimeAsync(100);
  await answer(2);
  expect(sent).toEqual(["approve a c", "approve b"]);
  expect(states).toEqual(["proposed", "rejected"]);
});

test("a full batch does not wait, and no request has more ids", async () => {
  const { sender, sent, answer } = stage();
  for (const id of ["a", "b", "c"]) sender.add(id, "approved", "proposed");
  expect(sent).toEqual(["approve a b c"]);
  for (const id of ["d", "e", "f", "g"]) sender.add(id, "approved", "proposed");
  await answer(3);
  expect(sent).toEqual(["approve a b c", "approve d e f"]);
  await answer(3);
  expect(sent.at(-1)).toBe("approve g");
});

test("a decision that is taken back before it was sent is not sent", async () => {
  const { sender, sent } = stage();
  sender.add("a", "approved", "proposed");
  sender.add("a", "rejected", "approved");
  sender.add("a", "proposed", "rejected");
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([]);
  expect(sender.isBusy()).toBe(false);
});

test("the last decision about a change is sent once", async () => {
  const { sender, sent } = stage();
  sender.add("a", "approved", "proposed");
  sender.add("a", "rejected", "approved");
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(["reject a"]);
});

test("a decision about a change that is being sent follows", async () => {
  const { sender, sent, answer } = stage();
  sender.add("a", "approved", "proposed");
  await vi.advanceTimersByTimeAsync(100);
  sender.add("a", "proposed", "approved");
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(["approve a"]);
  await answer(1);
  expect(sent).toEqual(["approve a", "reopen a"]);
});

test("refused decisions are reported with the state from before", async () => {
  const { sender, answer, onRefused } = stage();
  sender.add("a", "approved", "proposed");
  sender.add("b", "rejected", "approved");
  await vi.advanceTimersByTimeAsync(100);
  await answer(new Error("offline"));
  expect(onRefused).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ id: "a", before: "proposed" }),
  ]);
  await answer(1);
  expect(onRefused).toHaveBeenCalledOnce();
});

test("a newer decision survives the refusal of the one before", async () => {
  const { sender, sent, answer, onRefused } = stage();
  sender.add("a", "approved", "proposed");
  await vi.advanceTimersByTimeAsync(100);
  sender.add("a", "rejected", "approved");
  await answer(new Error("offline"));
  expect(onRefused).not.toHaveBeenCalled();
  expect(sent).toEqual(["approve a", "reject a"]);
  await answer(new Error("offline"));
  expect(onRefused).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ id: "a", before: "proposed" }),
  ]);
});

test("changes that the server did not change are reported", async () => {
  const { sender, answer, onOutdated } = stage();
  sender.add("a", "approved", "proposed");
  sender.add("b", "approved", "proposed");
  await vi.advanceTimersByTimeAsync(100);
  await answer(1);
  expect(onOutdated).toHaveBeenCalledOnce();
});
