import type { Browser, CDPSession, Page } from "@playwright/test";

/** How long the list is scrolled. */
const SCROLL_MS = 10_000;
/** A wheel that is turned fast, and a key that is held. */
const WHEEL_PX_PER_S = 2_400;
const KEYS_PER_S = 30;
/** The time of a frame at 60 frames per second. */
const FRAME_MS = 1000 / 60;
/** A frame this late has missed its turn; browsers time frames less exactly than this. */
const LATE_MS = FRAME_MS * 1.5;

export type Way = "wheel" | "keyboard";
export type Look = { width: number; height: number; slower: number };

export type Figures = {
  frames_per_second: number;
  frames: number;
  /** Frames that came after more than one turn, and the longest time between two. */
  late_frames: number;
  longest_frame_ms: number;
  /** Tasks of the page's thread that do not fit into a frame, and the longest, also as time of the processor. */
  long_tasks: number;
  longest_task_ms: number;
  longest_task_cpu_ms: number;
};

type TraceEvent = {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
};

/** Scrolls a page for ten seconds and measures its frames, and its tasks by a trace of the browser. */
export async function measureScrolling(browser: Browser, page: Page, way: Way, look: Look): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: look.slower });
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
  await page.evaluate(recordFrames);
  await (way === "wheel" ? turnWheel(session, look) : holdKey(page));
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
  const trace = JSON.parse((await browser.stopTracing()).toString("utf8"));
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return { ...ofFrames(times), ...ofTasks(trace.traceEvents) };
}

/** Runs in the page: the times of its frames. */
function recordFrames() {
  const frameTimes: number[] = [];
  Object.assign(window, { frameTimes });
  const next = (now: number) => {
    frameTimes.push(now);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

const turnWheel = (session: CDPSession, { width, height }: Look) =>
  session.send("Input.synthesizeScrollGesture", {
    x: width / 2,
    y: height / 2,
    yDistance: (-WHEEL_PX_PER_S * SCROLL_MS) / 1000,
    speed: WHEEL_PX_PER_S,
    gestureSourceType: "mouse",
    preventFling: true,
  });

/** Repeats the key for the next row as a keyboard does; a repetition waits for the one before. */
async function holdKey(page: Page) {
  const end = performance.now() + SCROLL_MS;
  while (performance.now() < end) {
    const started = performance.now();
    await page.keyboard.down("j");
    const left = 1000 / KEYS_PER_S - (performance.now() - started);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  await page.keyboard.up("j");
}

function ofFrames(times: number[]) {
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? time));
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  return {
    frames_per_second: rounded(gaps.length / seconds),
    frames: gaps.length,
    late_frames: gaps.filter((gap) => gap > LATE_MS).length,
    longest_frame_ms: rounded(Math.max(...gaps)),
  };
}

/** The tasks of the threads of pages; the page that is scrolled is the only busy one. */
function ofTasks(events: TraceEvent[]) {
  const isPages = ({ name, args }: TraceEvent) => name === "thread_name" && args.name === "CrRendererMain";
  const threads = new Set(events.filter(isPages).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === "X" &&
      threads.has(`${pid} ${tid}`) &&
      (name === "RunTask" || name === "ThreadControllerImpl::RunTask"),
  );
  const ms = (micros: number | undefined) => (micros ?? 0) / 1000;
  return {
    long_tasks: tasks.filter(({ dur }) => ms(dur) > FRAME_MS).length,
    longest_task_ms: rounded(Math.max(0, ...tasks.map(({ dur }) => ms(dur)))),
    longest_task_cpu_ms: rounded(Math.max(0, ...tasks.map(({ tdur }) => ms(tdur)))),
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
