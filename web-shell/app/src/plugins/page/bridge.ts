import {
  isHello,
  type Message,
  MOST_CHARS,
  type Refusal,
  type Request,
  readRequest,
  VERSION,
} from "./protocol";

/** Why a page was closed. */
export type End =
  /** The page never requested its channel. */
  | "silent"
  /** Its protocol version is not supported. */
  | "outdated"
  /** The frame navigated elsewhere. */
  | "left"
  /** It sent too many, too large or invalid messages. */
  | "noisy";

/** How long a loaded page may be silent, and how long loading may take. */
export const SILENCE_MS = 8_000;
export const ARRIVAL_MS = 30_000;
/** The allowed burst of messages, and the allowed rate per second. */
const BURST = 60;
const EACH_SECOND = 20;
/** The number of invalid messages after which the connection is closed. */
const MOST_ERRORS = 10;

/** Thrown by the handler of a request to refuse it. */
export class Refused extends Error {
  constructor(readonly code: Refusal) {
    super(code);
  }
}

type Options = {
  /** The page has connected; the next message is the first it receives. */
  onHello: () => void;
  /** Handles a request, or throws a `Refused`. */
  answer: (request: Request) => unknown;
  onEnd: (why: End) => void;
};

export type Bridge = { say: (message: Message) => void; close: () => void };

/** A token bucket: allows a burst, and a rate per second. */
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

/** Reads messages of a page: it answers or refuses them, or closes the connection. */
function reader(answer: Options["answer"], say: Bridge["say"], cut: () => void) {
  const mayPass = sieve();
  let errors = 0;
  return async ({ data }: MessageEvent) => {
    if (!mayPass() || typeof data !== "string" || data.length > MOST_CHARS) return cut();
    const read = readRequest(data);
    if ("refused" in read) {
      errors += 1;
      if (errors > MOST_ERRORS || read.refused === null) return cut();
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
 * The connection between the shell and the page in a frame. The page requests it once; messages from other windows or
 * origins, or a second request, are ignored. The page is untrusted: it gets answers about its own tool only.
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
  const say = (message: Message) => port?.postMessage(JSON.stringify(message));
  const greet = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== "null" || port || !isHello(data)) return;
    if (data.version !== VERSION) return end("outdated");
    clearTimeout(late);
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = reader(answer, say, () => end("noisy"));
    // A frame without an origin has no target origin; the check above ensures that this is the right window.
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
