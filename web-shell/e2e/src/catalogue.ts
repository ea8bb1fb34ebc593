import type { Api } from "./api.ts";
import type { Language } from "./texts.ts";
import type { Ui } from "./ui.ts";

type Field = { title: string };

/** A tool in the catalogue; its names are those on the screen. */
export type Tool = {
  id: string;
  name: string;
  summary: string;
  input: { properties: Record<string, Field> };
  output: { properties: { variants: { items: { properties: Record<string, Field> } } } };
  example: Record<string, unknown>;
};

/** The server's view of its tools and runs, to compare with the screen and to prepare a test. */
export class Catalogue {
  constructor(
    private readonly api: Api,
    private readonly language: Language,
  ) {}

  tool(id: string): Promise<Tool> {
    return this.api.get(`/api/tools/${id}`, { "Accept-Language": this.language });
  }

  /** Runs a tool to completion and returns the id of the document. */
  async run(id: string, input: Record<string, unknown>): Promise<string> {
    const headers = { "Accept-Language": this.language, Prefer: "wait=30" };
    return (await this.api.post(`/api/tools/${id}/runs`, { input }, headers)).document_id;
  }

  /** The words left of the user. */
  async wordsLeft(): Promise<number> {
    return (await this.api.get("/api/user")).words.left;
  }
}

/** The title of a field as the screen shows it. */
export const titleOf = (tool: Tool, field: string): string => tool.input.properties[field]?.title ?? field;

/** Opens the tool that most tests use; returns its first field. */
export async function openTopic(ui: Ui, catalogue: Catalogue) {
  const tool = await catalogue.tool("facebook-post");
  await ui.open("tool", { tool: tool.id });
  return ui.page.getByRole("textbox", { name: titleOf(tool, "topic"), exact: true });
}

/** The title of a part of the result as the screen shows it. */
export const outputTitleOf = (tool: Tool, field: string): string =>
  tool.output.properties.variants.items.properties[field]?.title ?? field;
