import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A page that is not a plain answer with HTML. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string };
type Page = string | Answer | null;
/**
 * The pages of a website by path. A page of null never responds, and a promise responds when it settles. A test may change
 * them while the website is served.
 */
export type Pages = Record<string, Page | Promise<Page>>;

const KINDS = { txt: "text/plain; charset=utf-8", xml: "application/xml", svg: "image/svg+xml" };

function kindOf(path: string): string {
  const ending = /\.(txt|xml|svg)$/.exec(path)?.[1] as keyof typeof KINDS | undefined;
  return ending ? KINDS[ending] : "text/html; charset=utf-8";
}

/** A fake website: pages by their path. */
export class Site {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly port: number,
  ) {}

  static async start(pages: Pages): Promise<Site> {
    const server = createServer(async (request, response) => {
      const path = request.url ?? "";
      const page = await pages[path];
      if (page === null) return;
      const { status, headers, body }: Answer =
        typeof page === "string" ? { status: 200, body: page } : (page ?? GONE);
      response.writeHead(status, { "content-type": kindOf(path), ...headers });
      response.end(body ?? "");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new Site(server, `http://127.0.0.1:${port}`, port);
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}

const GONE: Answer = { status: 404 };

/** A port of this machine without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
