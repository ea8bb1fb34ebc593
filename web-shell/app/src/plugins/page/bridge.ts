import { isHello, MOST_CHARS, type Refusal, type Request, readRequest, VERSION, type Word } from "./protocol";

/** Why a page is not shown any more. */
export type End =
  /** It never asked for its channel. */
  | "silent"
  /** It speaks a version that this shell does not. */
  | "outdated"
  /** Its frame went on to something else. */
  | "left"
  /** It sent too much, too often, or what no page sends. */
  | "noisy";

/** How long a page that is there may be silent, and how long it may take to come at all. */
export const SILENCE_MS = 8_000;
export const ARRIVAL_MS = 30_000;
/** Messages that may come at once, and how many more with each second. */
const BURST = 60;
const EACH_SECOND = 20;
/** Messages that make no sense before nothing more is listened to. */
const MOST_MISTAKES = 10;

/** Thrown by what answers requests. */
export class Refused extends Error {
  constructor(readonly code: Refusal) {
    super(code);
  }
}

type Options = {
  /** The page is there; what is said now comes first. */
  onHello: () => void;
  /** Answers a request, or throws a `Refused`. */
  answer: (request: Request) => unknown;
  onEnd: (why: End) => void;
};

export type Bridge = { say: (word: Word) => void; close: () => void };

/** Lets so many through at once, and so many more with each second. */
export function sieve(now: () => number = () => performance.now()) {
  let left = BURST;
  let before = now();
  return () => {
    const at = now();
    left = Math.min(BURST, left + ((at - before) / 1000) * EACH_SECOND);
    before = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** Reads what a page sends: it is answered, refused, or its line is cut. */
function reader(answer: Options["answer"], say: Bridge["say"], cut: () => void) {
  const mayPass = sieve();
  let mistakes = 0;
  return async ({ data }: MessageEvent) => {
    if (!mayPass() || typeof data !== "string" || data.length > MOST_CHARS) return cut();
    const read = readRequest(data);
    if ("refused" in read) {
      mistakes += 1;
      if (mistakes > MOST_MISTAKES || read.refused === null) return cut();
      return say({ type: "refusal", id: read.refused, code: "malformed" });
    }
    const { id } = read.request;
    try {
      say({ type: "answer", id, value: (await answer(read.request)) ?? null });
    } catch (cause) {
      say({ type: "refusal", id, code: cause instanceof Refused ? cause.code : "failed" });
    }
  };
}

/**
 * The line between the shell and the page in a frame. The page asks for it once; what comes from another window, another
 * origin or a second time is not heard. The page is not believed: it is answered about its own tool, or its line is cut.
 */
export function openBridge(frame: HTMLIFrameElement, { onHello, answer, onEnd }: Options): Bridge {
  let port: MessagePort | null = null;
  let loads = 0;
  let late = setTimeout(() => end("silent"), ARRIVAL_MS);

  const close = () => {
    clearTimeout(late);
    if (port) port.onmessage = null;
    port?.close();
    removeEventListener("message", greet);
    frame.removeEventListener("load", loaded);
  };
  const end = (why: End) => {
    close();
    onEnd(why);
  };
  const say = (word: Word) => port?.postMessage(JSON.stringify(word));
  const greet = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== "null" || port || !isHello(data)) return;
    if (data.version !== VERSION) return end("outdated");
    clearTimeout(late);
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = reader(answer, say, () => end("noisy"));
    // Its origin has no name that could be written here; that it is this window was looked at above.
    frame.contentWindow?.postMessage({ sitewright: "welcome", version: VERSION }, "*", [channel.port2]);
    onHello();
  };
  const loaded = () => {
    loads += 1;
    if (loads > 1) return end("left");
    if (port) return;
    clearTimeout(late);
    late = setTimeout(() => end("silent"), SILENCE_MS);
  };

  addEventListener("message", greet);
  frame.addEventListener("load", loaded);
  return { say, close };
}
