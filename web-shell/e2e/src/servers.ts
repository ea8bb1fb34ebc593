import { ModelServer } from "./model-server.ts";
import { type Settings, Sitewright } from "./sitewright.ts";

/** How a server is set up: with the stand-in model, without any, with too few words for a run, or asking for proven addresses. */
export type Setup = "connected" | "drafting" | "poor" | "proving";

/** The stand-in for somebody's website is on this machine, and nobody signs the plugins of the tests. */
const READING = { FETCH_PRIVATE: "127.0.0.1", FETCH_PAUSE: "10ms", PLUGIN_DEVELOPMENT: "true" };

/** The servers of one worker; each is started when the first test asks for it. */
export class Servers {
  private readonly running = new Map<Setup, Promise<Sitewright>>();

  private constructor(readonly model: ModelServer) {}

  static async open(): Promise<Servers> {
    return new Servers(await ModelServer.start());
  }

  settings(setup: Setup): Settings {
    // Patience with a failing model is tested elsewhere; here its failure must be seen soon.
    const connected = { ...READING, MODEL_URL: this.model.url, MODEL_NAME: "stand-in", MODEL_RETRIES: "0" };
    if (setup === "drafting") return READING;
    if (setup === "proving") return { ...READING, VERIFY_EMAIL: "true" };
    return setup === "poor" ? { ...connected, FREE_WORDS: "20" } : connected;
  }

  get(setup: Setup): Promise<Sitewright> {
    const server = this.running.get(setup) ?? Sitewright.start(this.settings(setup));
    this.running.set(setup, server);
    return server;
  }

  async close() {
    for (const server of this.running.values()) await (await server).stop();
    await this.model.stop();
  }
}
