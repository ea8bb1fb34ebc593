import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { target } from "./browser.ts";
import type { ShopPort } from "./shop-port.ts";

const START_MS = 60_000;
/** The name of the test that serves a shop. */
const SERVES = ["--exact", "shops::to_try::a_shop_to_try", "--ignored", "--nocapture"];

function program(): string {
  const path = process.env.SITEWRIGHT_TESTS ?? target("debug/sitewright-tests");
  if (!existsSync(path)) throw new Error(`${path} is missing: make ready`);
  return path;
}

/** The locale of the shop's first language. */
const LOCALE = "pl_PL";

/** What connects the shop, as the API expects it. */
export type NewShop = { system: string; host: string; login: string; secrets: Record<string, string> };
type Write = { object: string; field: string; before: unknown; after: unknown };
/** A stored product of Shoper. */
type Product = { translations: Record<string, Record<string, string>> };

/**
 * A fake shop with its own database: the program of the host's tests. The server reaches it through a port that is the
 * same for every shop of a worker; the test controls it without the shop's API and limits.
 */
export class Shop {
  private constructor(
    private readonly process: ChildProcess,
    private readonly control: string,
    readonly connection: NewShop,
  ) {}

  static async start(port: ShopPort, products: number): Promise<Shop> {
    const { PATH, HOME } = process.env;
    const child = spawn(program(), SERVES, {
      env: { PATH, HOME, SHOP_PRODUCTS: String(products), SHOP_QUICK: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const { control, connection, at } = await greeting(child);
      port.leadTo(at);
      return new Shop(child, control, connection);
    } catch (problem) {
      child.kill("SIGKILL");
      throw problem;
    }
  }

  /** A product as the shop stores it. */
  product = async (id: string): Promise<Product> =>
    (await this.request("GET", `/objects/products/${id}`)).json();

  /** A text of a product in the shop's first language. */
  text = async (id: string, field = "description") => (await this.product(id)).translations[LOCALE]?.[field];

  /** Changes a text of a product, as the owner does in the shop's panel. */
  edit = (id: string, text: string, field = "description") =>
    this.request("PATCH", `/objects/products/${id}`, { translations: { [LOCALE]: { [field]: text } } });

  /** The fields that the server has written. */
  writes = async (): Promise<Write[]> => (await this.request("GET", "/writes")).json();

  /** Holds the answers to requests such as `GET /products`, until `release`. */
  hold = (on: string) => this.request("POST", "/holds", { on });
  release = () => this.request("DELETE", "/holds");

  /** Refuses requests with a status. */
  fail = (on: string, status: number, times = 1) => this.request("POST", "/faults", { on, status, times });

  async stop() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }

  private async request(method: string, path: string, body?: object) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.control + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

/** Waits until the shop has printed its addresses. */
async function greeting(child: ChildProcess) {
  const { stdout } = child;
  if (!stdout) throw new Error("the shop has no output");
  const lines: string[] = [];
  return new Promise<{ control: string; connection: NewShop; at: number }>((resolve, reject) => {
    const fail = (why: string) => reject(new Error([`The shop ${why}.`, ...lines].join("\n")));
    const timer = setTimeout(() => fail("did not start"), START_MS);
    child.once("exit", (code) => fail(`ended with ${code}`));
    createInterface(stdout).on("line", (line) => {
      lines.push(line);
      const control = line.match(/^Control (\S+)/)?.[1];
      if (!control) return;
      const printed = lines.join("\n");
      const connection = JSON.parse(printed.match(/^Connect (.+)$/m)?.[1] ?? "{}");
      const at = Number(printed.match(/PLUGIN_HTTP_PLAIN=[^:]+:(\d+)/)?.[1]);
      clearTimeout(timer);
      resolve({ control, connection, at });
    });
  });
}
