import { expect, test, vi } from "vitest";
import { ApiProblem } from "../problem";
import { followRun } from "./follow";

const stream = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });
const url = "/api/runs/1/events";

function setUp(...answers: (Response | Error)[]) {
  const asked: (string | null)[] = [];
  const names: string[] = [];
  const pauses: number[] = [];
  const interruptions: boolean[] = [];
  const controller = new AbortController();
  const get = vi.fn(async (_url: unknown, init?: RequestInit) => {
    asked.push(new Headers(init?.headers).get("Last-Event-ID"));
    const answer = answers.shift() ?? new Error("nothing left");
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const options = {
    signal: controller.signal,
    fetch: get as unknown as typeof fetch,
    onEvent: ({ event }: { event: string }) => names.push(event),
    onInterruption: (interrupted: boolean) => interruptions.push(interrupted),
    pause: async (ms: number) => {
      pauses.push(ms);
    },
  };
  return { asked, names, pauses, interruptions, controller, options };
}

test("a lost connection resumes after the last received event", async () => {
  const { asked, names, interruptions, options } = setUp(
    stream("id: 1-1\nevent: status\ndata: {}\n\nid: 1-2\nevent: delta\ndata: {}\n\n"),
    new TypeError("network"),
    stream("id: 1-3\nevent: finished\ndata: {}\n\n"),
  );
  await followRun(url, options);
  expect(asked).toEqual([null, "1-2", "1-2"]);
  expect(names).toEqual(["status", "delta", "finished"]);
  expect(interruptions).toEqual([false, true, true, false]);
});

test("delays grow while nothing arrives", async () => {
  const { pauses, options } = setUp(
    new TypeError("network"),
    new Response(null, { status: 503 }),
    new TypeError("network"),
    stream("event: finished\ndata: {}\n\n"),
  );
  await followRun(url, options);
  expect(pauses).toEqual([500, 1000, 2000]);
});

test("a 4xx response is final", async () => {
  const { options } = setUp(new Response(null, { status: 404 }));
  await expect(followRun(url, options)).rejects.toBeInstanceOf(ApiProblem);
});

test("the signal ends it without an error", async () => {
  const { controller, options, asked } = setUp(new TypeError("network"));
  await followRun(url, { ...options, pause: async () => controller.abort() });
  expect(asked).toHaveLength(1);
});
