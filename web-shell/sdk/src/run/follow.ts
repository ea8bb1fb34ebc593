import { ApiProblem } from "../problem";
import { eventParser, type ServerEvent } from "./sse";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

type Options = {
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  /** Called when the connection is lost (true) and restored (false). */
  onInterruption?: (interrupted: boolean) => void;
  fetch?: typeof fetch;
  pause?: (ms: number) => Promise<void>;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Reads one connection to its end; true if the run's last event was received. */
async function readOnce(response: Response, take: (event: ServerEvent) => void): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return false;
  const parse = eventParser();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    for (const event of parse(value)) {
      take(event);
      if (event.event === "finished") return true;
    }
  }
}

/**
 * Follows the events of a run until it has finished. A lost connection resumes after the last
 * received event, with growing delays; only a 4xx response or the signal ends it early.
 */
export async function followRun(url: string, options: Options): Promise<void> {
  const { signal, onEvent, onInterruption, fetch: get = fetch, pause = wait } = options;
  let lastId: string | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  const take = (event: ServerEvent) => {
    lastId = event.id ?? lastId;
    pauseMs = FIRST_PAUSE_MS;
    onEvent(event);
  };
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = { Accept: "text/event-stream" };
      if (lastId !== null) headers["Last-Event-ID"] = lastId;
      const response = await get(url, { headers, signal, credentials: "same-origin" });
      if (response.status >= 400 && response.status < 500) throw new ApiProblem(response.status, {}, null);
      if (response.ok) {
        onInterruption?.(false);
        if (await readOnce(response, take)) return;
      }
    } catch (problem) {
      if (signal.aborted) return;
      if (problem instanceof ApiProblem) throw problem;
    }
    if (signal.aborted) return;
    onInterruption?.(true);
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
