const two = (number: number) => String(number).padStart(2, "0");

/** A time as the inputs of a day and an hour show it, in the zone of the reader. */
export function inputsOf(time: string | number): { date: string; time: string } {
  const at = new Date(time);
  return {
    date: [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-"),
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

/** The inputs as milliseconds since the Unix epoch; 0 for a day that does not exist. */
export function millisecondsOf({ date, time }: { date: string; time: string }): number {
  return new Date(`${date}T${time || "00:00"}`).getTime() || 0;
}

/** The next full hour that is at least half an hour ahead. */
export function nextHour(now = new Date()): number {
  const at = new Date(now.getTime() + 90 * 60_000);
  at.setMinutes(0, 0, 0);
  return at.getTime();
}
