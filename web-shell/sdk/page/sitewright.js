// @ts-check
/**
 * The connection between a tool's page and Sitewright, which shows it in a frame. Copy it into any package. The page has
 * no origin: no cookies, storage, network, submitted forms or other windows. It can do only what this file offers.
 *
 *     const page = await connect();
 *     const result = await page.run({ topic: "Rye bread" }, { onText: (text) => show(text) });
 */

const VERSION = 1;
const MOST_CHARS = 256 * 1024;
const DRAFT_MS = 400;
const HEIGHT_MS = 120;

/**
 * @typedef {Record<string, unknown>} Input
 * @typedef {{ scheme: "light" | "dark", variables: Record<string, string> }} Theme
 * @typedef {{ id: string, name: string, summary: string, version: string, input: any, output: any, example: Input, needs_model: "never" | "sometimes" | "always", words: number }} Tool
 * @typedef {{ domain: string, language: string | null }} Project
 * @typedef {{ title: string, text: string, data: any, drafted: boolean, words: number }} Result
 * @typedef {{ done: number, total: number, label: string }} Progress
 * @typedef {{ code: string, message: string, errors: Record<string, string> }} Problem
 * @typedef {object} Run
 * @property {number} order
 * @property {"idle" | "starting" | "queued" | "running" | "succeeded" | "failed" | "cancelled"} status
 * @property {number | null} position place in the queue
 * @property {Progress | null} progress
 * @property {{ label: string, text: string }[]} written the text being written, part by part
 * @property {Input | null} input
 * @property {Result | null} result
 * @property {Problem | null} problem
 * @typedef {object} Follow callbacks during a run
 * @property {(text: string, label: string) => void} [onText] the text of a part so far
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(run: Run) => void} [onStatus]
 * @typedef {"language" | "theme" | "project" | "input" | "run" | "result"} Change `result`: the result of the current run was edited and saved, here or elsewhere
 */

/** Why a request failed: `declined`, `busy`, `malformed`, `too-large`, `no-result`, `conflict`, or the code of a run. */
export class PageError extends Error {
  /** @param {string} code @param {string} [message] @param {Record<string, string>} [errors] */
  constructor(code, message = code, errors = {}) {
    super(message);
    this.name = "PageError";
    this.code = code;
    /** The errors of the input, by field, in the user's language. */
    this.errors = errors;
  }
}

const BUSY = ["starting", "queued", "running"];

/** The connection to the shell: requests with responses, and messages without. */
class Connection {
  #port;
  #last = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (problem: Error) => void }>} */
  #open = new Map();

  /** @param {MessagePort} port @param {(message: any) => void} onMessage */
  constructor(port, onMessage) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      const open = this.#open.get(message.id);
      this.#open.delete(message.id);
      if (message.type === "answer") open?.resolve(message.value);
      else if (message.type === "refusal") open?.reject(new PageError(message.code));
      else onMessage(message);
    };
  }

  /** @param {string} type @param {object} [values] @returns {Promise<any>} */
  ask(type, values = {}) {
    this.#last += 1;
    const id = this.#last;
    const text = JSON.stringify({ ...values, type, id });
    if (text.length > MOST_CHARS) return Promise.reject(new PageError("too-large"));
    const answered = new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
    this.#port.postMessage(text);
    return answered;
  }

  /** Sends a message without waiting for a response. @param {string} type @param {object} [values] */
  send(type, values) {
    this.ask(type, values).catch(() => {});
  }
}

/** Requests the connection from the shell. @returns {Promise<MessagePort>} */
function welcomed() {
  return new Promise((resolve) => {
    /** @param {MessageEvent} event */
    const hear = ({ source, origin, data, ports }) => {
      // The frame has no origin; its address names the server, which is the shell's origin.
      if (source !== parent || origin !== location.origin || data?.sitewright !== "welcome" || !ports[0])
        return;
      removeEventListener("message", hear);
      resolve(ports[0]);
    };
    addEventListener("message", hear);
    parent.postMessage({ sitewright: "hello", version: VERSION }, location.origin);
  });
}

/** The tool's page and its state. */
export class Page {
  #connection;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #draft;
  /** @type {Map<Change, Set<() => void>>} */
  #listeners = new Map();

  /** @param {Connection} connection @param {any} start */
  constructor(connection, start) {
    this.#connection = connection;
    /** The language of the screen: "en" or "pl". @type {string} */
    this.language = start.language;
    /** @type {Theme} */
    this.theme = start.theme;
    /** The tool in the language of the screen, with its JSON Schemas. @type {Tool} */
    this.tool = start.tool;
    /** The selected project, if any. @type {Project | null} */
    this.project = start.project;
    /** The stored input, or that of an earlier run that the user opened. @type {Input} */
    this.input = start.input;
    /** The run that the page shows. @type {Run} */
    this.latest = start.run;
    this.#dress();
    this.#keepHeight();
  }

  /** Whether a run is in progress. */
  get busy() {
    return BUSY.includes(this.latest.status);
  }

  /** A text in the language of the screen; `{name}` is replaced by a value. @param {Record<string, string>} texts @param {Record<string, unknown>} [values] */
  t(texts, values = {}) {
    const text = texts[this.language] ?? texts.en ?? "";
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /** Calls `listener` after each change; returns a function to unsubscribe. @param {Change} change @param {() => void} listener */
  on(change, listener) {
    const listeners = this.#listeners.get(change) ?? new Set();
    this.#listeners.set(change, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /**
   * Runs the tool for the signed-in user, and follows the run to its end. Without a user gesture on the page, the shell
   * asks the user first. @param {Input} input @param {Follow} [follow] @returns {Promise<Result>}
   */
  async run(input, follow = {}) {
    const { order } = await this.#connection.ask("run", { input });
    return this.#follow(order, follow);
  }

  /** Follows the run in progress when the page opened. @param {Follow} [follow] @returns {Promise<Result>} */
  resume(follow = {}) {
    return this.#follow(this.latest.order, follow);
  }

  /** Stops the run. */
  cancel() {
    return this.#connection.ask("cancel");
  }

  /** Validates an input in the shell; returns the errors by field. @param {Input} input @returns {Promise<Record<string, string>>} */
  async validate(input) {
    return (await this.#connection.ask("validate", { input })).errors;
  }

  /** Stores the input for the browser session. @param {Input} input */
  keepInput(input) {
    this.input = input;
    clearTimeout(this.#draft);
    this.#draft = setTimeout(() => this.#connection.send("draft", { input }), DRAFT_MS);
  }

  /** Saves an edited result; `conflict` means that it was changed elsewhere. @param {{ title?: string, text?: string, data?: object }} change */
  save(change) {
    return this.#connection.ask("save", change);
  }

  /** Offers a text for the clipboard; the user confirms it in the shell. @param {string} text */
  copy(text) {
    return this.#connection.ask("copy", { text });
  }

  /** Offers a file; its name ends in .txt, .md, .csv or .json. @param {string} name @param {string} text */
  download(name, text) {
    return this.#connection.ask("download", { name, text });
  }

  /** Opens the result in the archive. */
  openDocument() {
    return this.#connection.ask("open");
  }

  /** Shows a short message at the edge of the screen. @param {string} text @param {"success" | "error"} [kind] */
  notify(text, kind = "success") {
    return this.#connection.ask("notify", { kind, text });
  }

  /** Handles a message of the shell. @param {any} message */
  hear(message) {
    if (message.type === "fonts") return this.#load(message.fonts);
    if (message.type === "language") Object.assign(this, { language: message.language, tool: message.tool });
    else if (message.type === "theme") this.theme = message.theme;
    else if (message.type === "project") this.project = message.project;
    else if (message.type === "input") this.input = message.input;
    else if (message.type === "run") return this.#hearRun(message.run);
    else return;
    this.#dress();
    this.#call(message.type);
  }

  /** An edited result is not another run: redrawing the run would lose the edits. @param {Run} run */
  #hearRun(run) {
    const { result: before, ...ran } = this.latest;
    const { result, ...runs } = run;
    this.latest = run;
    const isSame = before && result && JSON.stringify(ran) === JSON.stringify(runs);
    this.#call(isSame ? "result" : "run");
  }

  /** @param {Change} change */
  #call(change) {
    for (const listener of this.#listeners.get(change) ?? []) listener();
  }

  /** @param {number} order @param {Follow} follow @returns {Promise<Result>} */
  #follow(order, { onText, onProgress, onStatus }) {
    /** @type {Map<string, string>} */
    const seen = new Map();
    return new Promise((resolve, reject) => {
      let leave = () => {};
      const look = () => {
        const run = this.latest;
        // The shell starts the run after the response; a larger order means that another run was opened.
        if (run.order < order) return;
        const isOurs = run.order === order;
        if (isOurs) onStatus?.(run);
        for (const { label, text } of isOurs ? run.written : []) {
          if (seen.get(label) !== text) onText?.(text, label);
          seen.set(label, text);
        }
        if (isOurs && run.progress) onProgress?.(run.progress);
        if (isOurs && BUSY.includes(run.status)) return;
        leave();
        if (isOurs && run.result) return resolve(run.result);
        const { code, message, errors } = (isOurs && run.problem) || { code: isOurs ? run.status : "left" };
        reject(new PageError(code, message, errors));
      };
      leave = this.on("run", look);
      look();
    });
  }

  /** Applies language, colours and fonts of the shell to the page. */
  #dress() {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset.scheme = this.theme.scheme;
    root.style.colorScheme = this.theme.scheme;
    for (const [name, value] of Object.entries(this.theme.variables)) root.style.setProperty(name, value);
  }

  /** @param {{ family: string, weight: string, range: string, data: string }[]} fonts */
  #load(fonts) {
    for (const { family, weight, range, data } of fonts) {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      document.fonts.add(new FontFace(family, bytes, { weight, unicodeRange: range }));
    }
  }

  /** Reports the height of the page to the shell, so that the page needs no scrollbar. */
  #keepHeight() {
    let sent = -1;
    let isWaiting = false;
    const send = () => {
      isWaiting = false;
      const { marginTop, marginBottom } = getComputedStyle(document.body);
      const height =
        document.body.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
      const pixels = Math.ceil(height);
      if (pixels === sent) return;
      sent = pixels;
      this.#connection.send("height", { pixels });
    };
    new ResizeObserver(() => {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(send, HEIGHT_MS);
    }).observe(document.body);
    send();
  }
}

/** Connects the page with the shell around it. Everything else requires the connection. @returns {Promise<Page>} */
export async function connect() {
  const port = await welcomed();
  return new Promise((resolve) => {
    /** @type {Page | undefined} */
    let page;
    const connection = new Connection(port, (message) => {
      if (message.type !== "start") return page?.hear(message);
      page = new Page(connection, message);
      resolve(page);
    });
  });
}
