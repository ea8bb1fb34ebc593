// @ts-check
/**
 * The line between a tool's own page and Sitewright, which shows it in a frame. It may be copied into any package. The page
 * has no origin: no cookies, storage, network, forms that are sent, other windows. All that it can do is here.
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
 * @property {{ label: string, text: string }[]} written what is being written, part by part
 * @property {Input | null} input
 * @property {Result | null} result
 * @property {Problem | null} problem
 * @typedef {object} Follow what to do while a run is on its way
 * @property {(text: string, label: string) => void} [onText] the text of a part as far as it was written
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(run: Run) => void} [onStatus]
 * @typedef {"language" | "theme" | "project" | "input" | "run" | "result"} Change `result`: the result of the run at hand was edited and saved, here or elsewhere
 */

/** Why something was not done: `declined`, `busy`, `malformed`, `too-large`, `no-result`, `conflict`, or the code of a run. */
export class PageError extends Error {
  /** @param {string} code @param {string} [message] @param {Record<string, string>} [errors] */
  constructor(code, message = code, errors = {}) {
    super(message);
    this.name = "PageError";
    this.code = code;
    /** What is wrong with the input, by field, in the person's language. */
    this.errors = errors;
  }
}

const BUSY = ["starting", "queued", "running"];

/** The line to the shell: questions with answers, and words that nobody asked for. */
class Line {
  #port;
  #last = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (problem: Error) => void }>} */
  #open = new Map();

  /** @param {MessagePort} port @param {(word: any) => void} hear */
  constructor(port, hear) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      const word = JSON.parse(data);
      const open = this.#open.get(word.id);
      this.#open.delete(word.id);
      if (word.type === "answer") open?.resolve(word.value);
      else if (word.type === "refusal") open?.reject(new PageError(word.code));
      else hear(word);
    };
  }

  /** @param {string} type @param {object} [values] @returns {Promise<any>} */
  ask(type, values = {}) {
    this.#last += 1;
    const id = this.#last;
    const line = JSON.stringify({ ...values, type, id });
    if (line.length > MOST_CHARS) return Promise.reject(new PageError("too-large"));
    const answered = new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
    this.#port.postMessage(line);
    return answered;
  }

  /** What needs no answer. @param {string} type @param {object} [values] */
  tell(type, values) {
    this.ask(type, values).catch(() => {});
  }
}

/** Asks the shell for the line to it. @returns {Promise<MessagePort>} */
function welcomed() {
  return new Promise((resolve) => {
    /** @param {MessageEvent} event */
    const hear = ({ source, origin, data, ports }) => {
      // The frame itself has no origin; its address names the server, which is where the shell is.
      if (source !== parent || origin !== location.origin || data?.sitewright !== "welcome" || !ports[0])
        return;
      removeEventListener("message", hear);
      resolve(ports[0]);
    };
    addEventListener("message", hear);
    parent.postMessage({ sitewright: "hello", version: VERSION }, location.origin);
  });
}

/** The tool's page as the shell knows it. */
export class Page {
  #line;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #draft;
  /** @type {Map<Change, Set<() => void>>} */
  #listeners = new Map();

  /** @param {Line} line @param {any} start */
  constructor(line, start) {
    this.#line = line;
    /** The language of the screen: "en" or "pl". @type {string} */
    this.language = start.language;
    /** @type {Theme} */
    this.theme = start.theme;
    /** The tool in the language of the screen, with its JSON Schemas. @type {Tool} */
    this.tool = start.tool;
    /** The selected project, where there is one. @type {Project | null} */
    this.project = start.project;
    /** What was typed before, or the input of an earlier run that the person opened. @type {Input} */
    this.input = start.input;
    /** The run that the page shows. @type {Run} */
    this.latest = start.run;
    this.#dress();
    this.#keepHeight();
  }

  /** Whether a run is on its way. */
  get busy() {
    return BUSY.includes(this.latest.status);
  }

  /** A text in the language of the screen; `{name}` stands for a value. @param {Record<string, string>} texts @param {Record<string, unknown>} [values] */
  t(texts, values = {}) {
    const text = texts[this.language] ?? texts.en ?? "";
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /** Calls `listener` after each change; returns what ends that. @param {Change} change @param {() => void} listener */
  on(change, listener) {
    const listeners = this.#listeners.get(change) ?? new Set();
    this.#listeners.set(change, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /**
   * Runs the tool as the person who sits here, and follows the run to its end. Where nothing they did on the page led to
   * it, the shell asks them first. @param {Input} input @param {Follow} [follow] @returns {Promise<Result>}
   */
  async run(input, follow = {}) {
    const { order } = await this.#line.ask("run", { input });
    return this.#follow(order, follow);
  }

  /** Follows the run that was there when the page opened. @param {Follow} [follow] @returns {Promise<Result>} */
  resume(follow = {}) {
    return this.#follow(this.latest.order, follow);
  }

  /** Stops the run. */
  cancel() {
    return this.#line.ask("cancel");
  }

  /** What is wrong with an input as far as the shell can see, by field. @param {Input} input @returns {Promise<Record<string, string>>} */
  async validate(input) {
    return (await this.#line.ask("validate", { input })).errors;
  }

  /** Keeps what was typed for as long as the browser's window is open. @param {Input} input */
  keepInput(input) {
    this.input = input;
    clearTimeout(this.#draft);
    this.#draft = setTimeout(() => this.#line.tell("draft", { input }), DRAFT_MS);
  }

  /** Saves an edited result; `conflict` means that it was changed elsewhere. @param {{ title?: string, text?: string, data?: object }} change */
  save(change) {
    return this.#line.ask("save", change);
  }

  /** Offers a text for the clipboard; the person says yes in the shell. @param {string} text */
  copy(text) {
    return this.#line.ask("copy", { text });
  }

  /** Offers a file; its name ends in .txt, .md, .csv or .json. @param {string} name @param {string} text */
  download(name, text) {
    return this.#line.ask("download", { name, text });
  }

  /** Opens the result in the archive. */
  openDocument() {
    return this.#line.ask("open");
  }

  /** Shows a short message at the edge of the screen. @param {string} text @param {"success" | "error"} [kind] */
  notify(text, kind = "success") {
    return this.#line.ask("notify", { kind, text });
  }

  /** What the shell says by itself. @param {any} word */
  hear(word) {
    if (word.type === "fonts") return this.#load(word.fonts);
    if (word.type === "language") Object.assign(this, { language: word.language, tool: word.tool });
    else if (word.type === "theme") this.theme = word.theme;
    else if (word.type === "project") this.project = word.project;
    else if (word.type === "input") this.input = word.input;
    else if (word.type === "run") return this.#hearRun(word.run);
    else return;
    this.#dress();
    this.#call(word.type);
  }

  /** An edited result is no other run: who draws the run anew would lose what is being edited. @param {Run} run */
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
        // The shell starts it a moment after it took the order; a later one means that another run was opened.
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

  /** Puts language, colours and fonts of the shell on the page. */
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

  /** Tells the shell how high the page is, so that it never scrolls by itself. */
  #keepHeight() {
    let told = -1;
    let isWaiting = false;
    const tell = () => {
      isWaiting = false;
      const { marginTop, marginBottom } = getComputedStyle(document.body);
      const height =
        document.body.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
      const pixels = Math.ceil(height);
      if (pixels === told) return;
      told = pixels;
      this.#line.tell("height", { pixels });
    };
    new ResizeObserver(() => {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(tell, HEIGHT_MS);
    }).observe(document.body);
    tell();
  }
}

/** Connects the page with the shell around it. Until then nothing is known, and nothing can be asked for. @returns {Promise<Page>} */
export async function connect() {
  const port = await welcomed();
  return new Promise((resolve) => {
    /** @type {Page | undefined} */
    let page;
    const line = new Line(port, (word) => {
      if (word.type !== "start") return page?.hear(word);
      page = new Page(line, word);
      resolve(page);
    });
  });
}
