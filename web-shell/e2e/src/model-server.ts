import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Message = { role: string; content: string };

/** One request to the model, answered by the test piece by piece. */
export class ModelCall {
  /** Settles when the client disconnected before the response was complete. */
  readonly abandoned: Promise<void>;

  constructor(
    readonly messages: Message[],
    private readonly response: ServerResponse,
  ) {
    this.abandoned = new Promise((resolve) => {
      response.once("close", () => {
        if (!response.writableFinished) resolve();
      });
    });
  }

  /** All messages to the model, as one text. */
  get prompt(): string {
    return this.messages.map((message) => message.content).join("\n");
  }

  /** The number of variants that one answer shall contain. */
  get ordered(): number {
    const order = this.prompt.match(/Write (\d+) of them in one answer|Napisz ich (\d+) w jednej odpowiedzi/);
    return Number(order?.[1] ?? order?.[2] ?? 1);
  }

  /** Sends the next piece of the text. */
  write(text: string) {
    if (!this.response.headersSent) this.response.writeHead(200, { "content-type": "text/event-stream" });
    this.event({ delta: { content: text }, finish_reason: null });
  }

  /** Sends a text word by word. */
  writeWords(text: string) {
    for (const word of text.match(/\s*\S+\s*/g) ?? []) this.write(word);
  }

  /** Completes the response. */
  end() {
    if (!this.response.headersSent) this.response.writeHead(200, { "content-type": "text/event-stream" });
    this.event({ delta: {}, finish_reason: "stop" });
    this.response.end("data: [DONE]\n\n");
  }

  /** Sends a whole answer: this text for every variant. */
  say(text: string) {
    this.writeWords(Array(this.ordered).fill(text).join("\n===\n"));
    this.end();
  }

  /** Refuses with a status such as 429 or 500. */
  refuse(status: number) {
    this.response.writeHead(status, { "content-type": "application/json" });
    this.response.end(
      JSON.stringify({ error: { message: "The stand-in model refuses.", type: "server_error" } }),
    );
  }

  /** Aborts the connection, as the end of a test does with open ones. */
  drop() {
    this.response.destroy();
  }

  private event(choice: object) {
    const chunk = {
      id: "stand-in",
      object: "chat.completion.chunk",
      created: 1,
      model: "stand-in",
      choices: [{ index: 0, ...choice }],
    };
    this.response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}

type Answer = (call: ModelCall) => void;

/**
 * A fake OpenAI-compatible model on a loopback port. It either answers by itself
 * (`answer`), or it holds every call until the test takes it (`hold`, then `call`).
 */
export class ModelServer {
  /** All calls since the last reset, oldest first. */
  readonly calls: ModelCall[] = [];
  private answering: Answer | null = null;
  private held: ModelCall[] = [];
  private takers: Answer[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ModelServer> {
    const server = createServer();
    const model = new ModelServer(server);
    server.on("request", (request, response) => model.receive(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** From now on every call gets this response, including waiting ones. */
  answer(answering: Answer) {
    this.answering = answering;
    for (const call of this.held.splice(0)) answering(call);
  }

  /** From now on calls wait for `call`. */
  hold() {
    this.answering = null;
  }

  /** The next call, waiting or future. */
  call(): Promise<ModelCall> {
    const waiting = this.held.shift();
    if (waiting) return Promise.resolve(waiting);
    return new Promise((resolve) => this.takers.push(resolve));
  }

  /** Resets the state between tests. */
  reset() {
    for (const call of this.calls) call.drop();
    this.calls.length = 0;
    this.held = [];
    this.takers = [];
    this.answering = null;
  }

  async stop() {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }

  private async receive(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    if (request.method !== "POST" || !request.url?.endsWith("/chat/completions")) {
      response.writeHead(404).end();
      return;
    }
    const call = new ModelCall(JSON.parse(body).messages, response);
    this.calls.push(call);
    const taker = this.takers.shift();
    if (taker) taker(call);
    else if (this.answering) this.answering(call);
    else this.held.push(call);
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
