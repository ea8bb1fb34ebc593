import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The name under which the server reaches the shop; the shop itself prints it too. */
const HOST = "sklep.test";

/** A port that leads to the shop of the current test: the settings of the server name it before the shop exists. */
export class ShopPort {
  private readonly sockets = new Set<Socket>();
  private port: number | null = null;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ShopPort> {
    const server = createServer();
    const port = new ShopPort(server);
    server.on("connection", (socket) => port.join(socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return port;
  }

  /** The settings of a server that reaches the shop. */
  get settings() {
    const { port } = this.server.address() as AddressInfo;
    return { FETCH_NAMES: `${HOST}=127.0.0.1`, PLUGIN_HTTP_PLAIN: `${HOST}:${port}` };
  }

  /** Leads to another shop. Connections to the former one end. */
  leadTo(port: number | null) {
    this.port = port;
    for (const socket of this.sockets) socket.destroy();
  }

  async close() {
    this.leadTo(null);
    this.server.close();
    await once(this.server, "close");
  }

  private join(near: Socket) {
    if (this.port === null) {
      near.destroy();
      return;
    }
    const far = connect(this.port, "127.0.0.1");
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
