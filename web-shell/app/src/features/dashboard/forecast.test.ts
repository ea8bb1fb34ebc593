import { expect, test } from "vitest";
import type { Figures } from "./figures";
import { dayAfter, daysOf, outlookOf } from "./forecast";

const DAYS = Array.from({ length: 30 }, (_, at) => dayAfter("2026-10-28", at));
const TODAY = "2026-11-26";

function figures(uses: Figures["uses"], words: Partial<Figures["words"]> = {}): Figures {
  const tool = (category: string | null) => ({ name: "Tool", category });
  return {
    project: null,
    days: DAYS,
    uses,
    words: { allowance: 10_000, used: 0, left: 10_000, renews_at: "2026-12-01T12:00:00Z", pace: 0, ...words },
    texts: { total: 0, week: 0, week_before: 0, by_tool: [] },
    recent: [],
    changes: [],
    tools: { post: tool("social"), tags: tool("seo"), gone: tool(null) },
  };
}

test("words are summed per day and family, and the average goes on to the day before the renewal", () => {
  const { families, days } = daysOf(
    figures([
      { day: "2026-11-25", tool: "post", words: 100 },
      { day: TODAY, tool: "post", words: 60 },
      { day: TODAY, tool: "tags", words: 40 },
      { day: TODAY, tool: "gone", words: 7 },
    ]),
  );
  expect(families).toEqual(["social", "seo", "content"]);
  expect(days).toHaveLength(34);
  expect(days[28]).toEqual({ day: "2026-11-25", values: [100, 0, 0], isForecast: false });
  expect(days[29]).toEqual({ day: TODAY, values: [60, 40, 7], isForecast: false });
  // Two days have been used.
  expect(days[30]).toEqual({ day: "2026-11-27", values: [80, 20, 4], isForecast: true });
  expect(days.at(-1)?.day).toBe("2026-11-30");
});

test("an account without use or renewal has no forecast", () => {
  expect(daysOf(figures([])).days).toHaveLength(30);
  const uses = [{ day: TODAY, tool: "post", words: 60 }];
  expect(daysOf(figures(uses, { renews_at: null })).days).toHaveLength(30);
});

test("the outlook says what is left at the renewal, or when the words run out", () => {
  const at = (left: number, pace: number, renews_at: string | null = "2026-12-01T12:00:00Z") =>
    outlookOf(figures([], { pace, renews_at }), left);
  expect(at(10_000, 0)).toEqual({ state: "unused" });
  expect(at(10_000, 10, null)).toEqual({ state: "unknown" });
  expect(at(10_000, 333)).toEqual({ state: "enough", left: 8_700 });
  expect(at(1_000, 400)).toEqual({ state: "short", day: "2026-11-28" });
});
