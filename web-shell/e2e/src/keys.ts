import type { Page } from "@playwright/test";

export type KeyFigures = { keys: number; p50_ms: number; p95_ms: number; max_ms: number };

/**
 * Types into the palette and measures each key: from the event of the browser to the frame after the list shows the
 * results for the typed text.
 */
export async function measureKeys(page: Page, queries: string[], slower: number): Promise<KeyFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(recordKeys);
  const times: number[] = [];
  for (const query of queries) {
    for (const letter of query) {
      const before = times.length;
      await page.keyboard.press(letter === " " ? "Space" : letter);
      await page.waitForFunction((count) => (window as never as Recorded).keyTimes.length > count, before);
      times.push(
        ...(await page.evaluate((from) => (window as never as Recorded).keyTimes.slice(from), before)),
      );
    }
    await page.getByRole("combobox").fill("");
  }
  await page.evaluate(() => (window as never as Recorded).stopKeys());
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return figuresOf(times);
}

type Recorded = { keyTimes: number[]; stopKeys: () => void };

/** Runs in the page: the time from each key to the frame that is painted with its results. */
function recordKeys() {
  const recorded: Recorded = { keyTimes: [], stopKeys: () => {} };
  const press = (event: KeyboardEvent) => {
    const letters = event.target instanceof HTMLInputElement ? event.target.value : "";
    const wanted = letters + event.key;
    const look = () => {
      const list = document.querySelector<HTMLElement>("[role=listbox][data-query]");
      if (list?.dataset.query !== wanted) return requestAnimationFrame(look);
      // A task after the frame: by then it is painted.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => recorded.keyTimes.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };
  addEventListener("keydown", press, true);
  recorded.stopKeys = () => removeEventListener("keydown", press, true);
  Object.assign(window, recorded);
}

function figuresOf(times: number[]): KeyFigures {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { keys: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95), max_ms: rounded(sorted.at(-1) ?? 0) };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
