import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A fake website: pages by their path. A page of null never responds. */
export class Site {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(pages: Record<string, string | null>): Promise<Site> {
    const server = createServer((request, response) => {
      const page = pages[request.url ?? ""];
      if (page === null) return;
      const kind = request.url === "/robots.txt" ? "text/plain" : "text/html; charset=utf-8";
      response.writeHead(page === undefined ? 404 : 200, { "content-type": kind });
      response.end(page ?? "");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new Site(server, `http://127.0.0.1:${port}`);
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}

/** A port of this machine without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
