import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { target } from "./browser.ts";

const START_MS = 240_000;
const STOP_MS = 10_000;
const LOG_LINES = 200;

function program(): string {
  const path = process.env.SITEWRIGHT_PROGRAM ?? target("debug/sitewright");
  if (!existsSync(path)) throw new Error(`${path} is missing: cargo build -p sitewright`);
  return path;
}

/** Compiled plugins, kept between test runs; a changed plugin is compiled again. */
const CACHE = target("e2e/cache");

/** Settings by the rest of their variable's name: `{ FREE_WORDS: "100" }`. */
export type Settings = Record<string, string>;

function environment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const variables = Object.entries(settings).map(([name, value]) => [`SITEWRIGHT_${name}`, value]);
  return { PATH, HOME, ...Object.fromEntries(variables) };
}

/** A running server on a free port with a separate data folder. */
export class Sitewright {
  readonly log: string[] = [];
  url = "";
  /** The printed one-time link, if one was requested. */
  link: string | null = null;

  private constructor(
    private readonly process: ChildProcess,
    private readonly settings: Settings,
  ) {}

  /** A server that is ready. */
  static async start(settings: Settings = {}, ...options: string[]): Promise<Sitewright> {
    const data = await mkdtemp(join(tmpdir(), "sitewright-e2e-"));
    if (existsSync(CACHE)) await cp(CACHE, join(data, "cache"), { recursive: true });
    const server = Sitewright.launch({ DATA: data, ...settings }, ...options);
    try {
      await server.ready();
    } catch (problem) {
      await server.stop();
      throw problem;
    }
    return server;
  }

  /** A server at its first start: without compiled plugins, and not ready yet. */
  static async startFirst(port: number): Promise<Sitewright> {
    const data = await mkdtemp(join(tmpdir(), "sitewright-e2e-"));
    const server = Sitewright.launch({ DATA: data, LISTEN: `127.0.0.1:${port}` });
    server.url = `http://127.0.0.1:${port}`;
    return server;
  }

  private static launch(settings: Settings, ...options: string[]): Sitewright {
    // Every test registers accounts, all from one address.
    const all = {
      LISTEN: "127.0.0.1:0",
      // Several servers on one machine cannot share a port.
      REALTIME_PORT: "0",
      REGISTRATIONS_PER_ADDRESS: "100000",
      // The websites of projects are on the Internet.
      PROJECT_ICONS: "false",
      ...settings,
    };
    const child = spawn(program(), ["serve", ...options], {
      env: environment(all),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const server = new Sitewright(child, all);
    if (child.stderr) createInterface(child.stderr).on("line", (line) => server.note(line));
    return server;
  }

  /** Waits for the line with the address of the server. */
  async ready() {
    const child = this.process;
    const { stdout } = child;
    if (!stdout) throw new Error("the server has no output");
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(this.story("did not start"))), START_MS);
      child.once("exit", (code) => reject(new Error(this.story(`ended with ${code}`))));
      createInterface(stdout).on("line", (line) => {
        this.note(line);
        const found = line.match(/^(?:Open|Serving) ((https?:\/\/[^/\s]+)\S*)/);
        if (!found) return;
        this.url = found[2] ?? "";
        this.link = line.startsWith("Open") ? (found[1] ?? null) : null;
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** The data folder of the server. */
  get data(): string {
    return this.settings.DATA ?? "";
  }

  /** Saves the compiled plugins for servers that start later. */
  async keepCache() {
    await cp(join(this.data, "cache"), CACHE, { recursive: true });
  }

  private note(line: string) {
    this.log.push(line);
    if (this.log.length > LOG_LINES) this.log.shift();
  }

  private story(what: string): string {
    return [`The server ${what}.`, ...this.log].join("\n");
  }

  /** Runs another command of the program on this server's data and returns its output. */
  async command(...words: string[]): Promise<string> {
    const settings = { ...this.settings, PUBLIC_URL: this.url };
    const { stdout } = await promisify(execFile)(program(), words, { env: environment(settings) });
    return stdout;
  }

  /** Stops the server and deletes its data. */
  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, "exit");
      const late = setTimeout(() => this.process.kill("SIGKILL"), STOP_MS);
      this.process.kill("SIGTERM");
      await ended;
      clearTimeout(late);
    }
    await rm(this.data, { recursive: true, force: true });
  }
}
