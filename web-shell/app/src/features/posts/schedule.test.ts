import { expect, test } from "vitest";
import { inputsOf, millisecondsOf, nextHour } from "./schedule";

test("a time survives its inputs", () => {
  const at = new Date(2027, 0, 5, 7, 30).getTime();
  expect(inputsOf(at)).toEqual({ date: "2027-01-05", time: "07:30" });
  expect(millisecondsOf(inputsOf(at))).toBe(at);
});

test("a day that does not exist is in the past", () => {
  expect(millisecondsOf({ date: "", time: "07:30" })).toBe(0);
});

test.each([
  ["09:00", "10:00"],
  ["09:29", "10:00"],
  ["09:31", "11:00"],
])("at %s the proposed hour is %s", (now, hour) => {
  const [hours = 0, minutes = 0] = now.split(":").map(Number);
  expect(inputsOf(nextHour(new Date(2027, 0, 5, hours, minutes))).time).toBe(hour);
});
