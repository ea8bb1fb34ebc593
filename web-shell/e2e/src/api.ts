import { type BrowserContext, expect } from "@playwright/test";
import type { Sitewright } from "./sitewright.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The server's API for the signed-in user of a window: to prepare a test, or to compare with the screen. */
export class Api {
  constructor(
    readonly context: BrowserContext,
    readonly server: Sitewright,
  ) {}

  get = (path: string, headers = {}) => this.send("GET", path, undefined, headers);
  post = (path: string, data?: object, headers = {}) => this.send("POST", path, data, headers);
  put = (path: string, data?: object) => this.send("PUT", path, data);
  patch = (path: string, data: object) => this.send("PATCH", path, data);
  delete = (path: string) => this.send("DELETE", path);

  /** Headers that authorize unsafe requests of the test, like those of the page. */
  async csrf(): Promise<Record<string, string>> {
    const { context, server } = this;
    const cookies = async () => await context.cookies(server.url);
    const known = async () => (await cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value;
    // An existing token is kept: parallel requests share it.
    if (!(await known())) await context.request.get(`${server.url}/sanctum/csrf-cookie`);
    return { "X-XSRF-TOKEN": decodeURIComponent((await known()) ?? "") };
  }

  /** Fails if the server refuses. A buffer is sent unchanged, anything else as JSON; the response is parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test that reads a missing value fails.
  private async send(method: Method, path: string, data?: object, headers = {}): Promise<any> {
    const answer = await this.context.request.fetch(this.server.url + path, {
      method,
      data,
      headers: { ...(method === "GET" ? {} : await this.csrf()), ...headers },
    });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
    return text && JSON.parse(text);
  }

  /** Uploads a table with one row without the screen and starts it: the shortest job that causes a notification. */
  async runOneOrder(name: string): Promise<string> {
    const file = { name, mimeType: "text/csv", buffer: Buffer.from("topic\nBread\n") };
    const sent = await this.context.request.post(`${this.server.url}/api/tools/facebook-post/bulk`, {
      headers: await this.csrf(),
      multipart: { file },
    });
    expect(sent.status(), await sent.text()).toBe(201);
    const { id } = await sent.json();
    await this.post(`/api/bulk/${id}/start`);
    return id;
  }
}
