import type { Tool } from "@sitewright/sdk";
import type { PageFont } from "./fonts";

/**
 * The messages between the shell and a page in a frame. Each message is one line of JSON on a separate channel, so
 * that its size is known before it is parsed and only plain values get through.
 */

/** A page with another version is not shown. */
export const VERSION = 1;
/** The most characters of a message. */
export const MOST_CHARS = 256 * 1024;

export type Input = Record<string, unknown>;
export type Theme = { scheme: "light" | "dark"; variables: Record<string, string> };
export type Project = { domain: string; language: string | null };
/** The parts of a tool that its page needs to draw a form and a result. */
export type PageTool = Pick<
  Tool,
  "id" | "name" | "summary" | "version" | "input" | "output" | "example" | "needs_model" | "words"
>;

/** A run as its page sees it. */
export type PageRun = {
  /** The number of the page's order that started it, or a later one for a run that the user opened; 0 at first. */
  order: number;
  status: "idle" | "starting" | "queued" | "running" | "succeeded" | "failed" | "cancelled";
  /** Place in the queue. */
  position: number | null;
  progress: { done: number; total: number; label: string } | null;
  /** The text being written, part by part. */
  written: { label: string; text: string }[];
  input: Input | null;
  result: { title: string; text: string; data: unknown; drafted: boolean; words: number } | null;
  problem: { code: string; message: string; errors: Record<string, string> } | null;
};

export type Start = {
  type: "start";
  language: string;
  theme: Theme;
  tool: PageTool;
  project: Project | null;
  /** The form input when the page was left. */
  input: Input;
  run: PageRun;
};

/** The messages of the shell. */
export type Message =
  | Start
  | { type: "language"; language: string; tool: PageTool }
  | { type: "theme"; theme: Theme }
  | { type: "fonts"; fonts: PageFont[] }
  | { type: "project"; project: Project | null }
  | { type: "input"; input: Input }
  | { type: "run"; run: PageRun }
  | { type: "answer"; id: number; value: unknown }
  | { type: "refusal"; id: number; code: Refusal };

/** Why a request was refused. */
export type Refusal = "malformed" | "busy" | "declined" | "no-result" | "conflict" | "failed";

/** All requests of a page. They name no tool and no document: both are those of its frame. */
export type Asked =
  | { type: "run"; input: Input }
  | { type: "cancel" }
  | { type: "validate"; input: Input }
  | { type: "draft"; input: Input }
  | { type: "save"; title?: string; text?: string; data?: Input }
  | { type: "copy"; text: string }
  | { type: "download"; name: string; text: string }
  | { type: "open" }
  | { type: "notify"; kind: "success" | "error"; text: string }
  | { type: "height"; pixels: number };

export type Request = Asked & { id: number };

type Check = (value: unknown) => boolean;

const text =
  (most: number, least = 1): Check =>
  (value) =>
    typeof value === "string" && value.length >= least && value.length <= most;
const plain: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** A name without folders, with an ending that does not execute anything when opened. */
const fileName: Check = (value) =>
  typeof value === "string" && /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,79}\.(txt|md|csv|json)$/u.test(value);

const SHAPES: Record<Asked["type"], Record<string, Check>> = {
  run: { input: plain },
  cancel: {},
  validate: { input: plain },
  draft: { input: plain },
  save: { title: maybe(text(300)), text: maybe(text(MOST_CHARS, 0)), data: maybe(plain) },
  copy: { text: text(MOST_CHARS) },
  download: { name: fileName, text: text(MOST_CHARS, 0) },
  open: {},
  notify: { kind: (value) => value === "success" || value === "error", text: text(300) },
  height: { pixels: whole(0, 100_000) },
};

const isKnown = (type: unknown): type is Asked["type"] =>
  typeof type === "string" && Object.hasOwn(SHAPES, type);

function parsed(line: unknown): Record<string, unknown> | null {
  if (typeof line !== "string" || line.length > MOST_CHARS) return null;
  try {
    const message = JSON.parse(line);
    return plain(message) ? message : null;
  } catch {
    return null;
  }
}

/** A valid request of a page; otherwise its id, or null if it has none. */
export function readRequest(line: unknown): { request: Request } | { refused: number | null } {
  const message = parsed(line);
  const id = whole(1, Number.MAX_SAFE_INTEGER)(message?.id) ? (message?.id as number) : null;
  if (!message || id === null || !isKnown(message.type)) return { refused: id };
  const shape = SHAPES[message.type];
  const known = Object.keys(message).every(
    (key) => key === "id" || key === "type" || Object.hasOwn(shape, key),
  );
  const fits = Object.entries(shape).every(([key, check]) => check(message[key]));
  return known && fits ? { request: message as Request } : { refused: id };
}

/** Whether this is the first message of a page, which requests its channel. */
export function isHello(data: unknown): data is { sitewright: "hello"; version: number } {
  const hello = data as { sitewright?: unknown; version?: unknown } | null;
  return typeof hello === "object" && hello?.sitewright === "hello" && typeof hello.version === "number";
}
