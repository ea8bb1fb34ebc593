import { AUDITED } from "./audited-site.ts";
import { ModelServer } from "./model-server.ts";
import { Shop } from "./shop.ts";
import { ShopPort } from "./shop-port.ts";
import { type Settings, Sitewright } from "./sitewright.ts";

/**
 * The configuration of a server: with a fake model, without a model, with too few words, with verified addresses, or
 * without a model and with a shop in reach.
 */
export type Setup = "connected" | "drafting" | "poor" | "proving" | "selling";

/** The fake website of the tests is on this machine, and the tests' plugins are unsigned. */
const READING = {
  FETCH_PRIVATE: "127.0.0.1",
  FETCH_NAMES: `${AUDITED}=127.0.0.1`,
  FETCH_PAUSE: "10ms",
  PLUGIN_DEVELOPMENT: "true",
};

/** The servers of one worker; each is started when the first test asks for it. */
export class Servers {
  private readonly running = new Map<Setup, Promise<Sitewright>>();
  private shop: Shop | null = null;

  private constructor(
    readonly model: ModelServer,
    private readonly shopPort: ShopPort,
  ) {}

  static async open(): Promise<Servers> {
    return new Servers(await ModelServer.start(), await ShopPort.open());
  }

  settings(setup: Setup): Settings {
    // Retries of the model are tested elsewhere; here its failure must appear quickly.
    const connected = { ...READING, MODEL_URL: this.model.url, MODEL_NAME: "stand-in", MODEL_RETRIES: "0" };
    if (setup === "drafting") return READING;
    if (setup === "proving") return { ...READING, VERIFY_EMAIL: "true" };
    if (setup === "selling") return { ...READING, ...this.shopPort.settings };
    return setup === "poor" ? { ...connected, FREE_WORDS: "20" } : connected;
  }

  get(setup: Setup): Promise<Sitewright> {
    const server = this.running.get(setup) ?? Sitewright.start(this.settings(setup));
    this.running.set(setup, server);
    return server;
  }

  /** A new shop in the place of the former one. */
  async openShop(products: number): Promise<Shop> {
    await this.shop?.stop();
    this.shop = await Shop.start(this.shopPort, products);
    return this.shop;
  }

  async close() {
    await this.shop?.stop();
    await this.shopPort.close();
    for (const server of this.running.values()) await (await server).stop();
    await this.model.stop();
  }
}
