import { type BrowserContext, expect } from "@playwright/test";
import { csrfHeaders } from "./person.ts";
import type { Language } from "./texts.ts";

type Field = { title: string };

/** What the catalogue says of a tool; its names are what the screen shows. */
export type Tool = {
  id: string;
  name: string;
  summary: string;
  input: { properties: Record<string, Field> };
  output: { properties: { variants: { items: { properties: Record<string, Field> } } } };
  example: Record<string, unknown>;
};

/** The server's own account of its tools and runs, to compare the screen with and to prepare a test. */
export class Catalogue {
  constructor(
    private readonly context: BrowserContext,
    private readonly url: string,
    private readonly language: Language,
  ) {}

  private get headers() {
    return { "Accept-Language": this.language };
  }

  async tool(id: string): Promise<Tool> {
    const answer = await this.context.request.get(`${this.url}/api/tools/${id}`, { headers: this.headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  }

  /** Runs a tool to its end and returns the id of the document. */
  async run(id: string, input: Record<string, unknown>): Promise<string> {
    const answer = await this.context.request.post(`${this.url}/api/tools/${id}/runs`, {
      headers: { ...(await csrfHeaders(this.context, this.url)), ...this.headers, Prefer: "wait=30" },
      data: { input },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()).document_id;
  }

  /** The words that are left to the person. */
  async wordsLeft(): Promise<number> {
    const answer = await this.context.request.get(`${this.url}/api/user`);
    return (await answer.json()).words.left;
  }
}

/** The title of a field as the screen shows it. */
export const titleOf = (tool: Tool, field: string): string => tool.input.properties[field]?.title ?? field;

/** The title of a part of the result as the screen shows it. */
export const outputTitleOf = (tool: Tool, field: string): string =>
  tool.output.properties.variants.items.properties[field]?.title ?? field;
