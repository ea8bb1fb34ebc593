import { extname } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { type PageName, pathTo } from "../../app/src/paths.ts";
import type { Language, Texts } from "./texts.ts";

/** The types of files by ending; all others are bytes. */
const TYPES: Record<string, string> = { ".csv": "text/csv", ".png": "image/png" };

type Role = Parameters<Page["getByRole"]>[0];
type Values = Record<string, unknown>;
type Where = Page | Locator;

/** A page in the language of the test: its elements by the keys of their texts, and its addresses by page name. */
export class Ui {
  constructor(
    readonly page: Page,
    readonly t: Texts,
    readonly language: Language,
    private readonly within: Where = page,
  ) {}

  /** The same in a part of the page. */
  in = (part: Locator) => new Ui(this.page, this.t, this.language, part);

  path = (page: PageName, params?: Record<string, string>) => pathTo(page, this.language, params);
  open = (page: PageName, params?: Record<string, string>, query = "") =>
    this.page.goto(this.path(page, params) + query);

  /** Opens a tool's page and waits for its form. */
  async openTool(tool = "facebook-post") {
    await this.open("tool", { tool });
    await expect(this.button("sdk.form.submit")).toBeVisible();
  }

  /** Runs a tool's example on its page and returns the first variant. */
  async runExample(tool = "facebook-post"): Promise<Locator> {
    await this.openTool(tool);
    await this.button("sdk.form.example").click();
    await this.button("sdk.form.submit").click();
    await expect(this.link("sdk.result.open")).toBeVisible();
    return this.page.getByRole("article").first();
  }

  button = (key: string, values?: Values) => this.role("button", key, values, true);
  field = (key: string, values?: Values) => this.role("textbox", key, values, true);
  region = (key: string, values?: Values) => this.role("region", key, values);
  checkbox = (key: string, values?: Values) => this.role("checkbox", key, values);
  combobox = (key: string, values?: Values) => this.role("combobox", key, values);
  dialog = (key: string, values?: Values) => this.role("dialog", key, values);
  heading = (key: string, values?: Values) => this.role("heading", key, values);
  switch = (key: string, values?: Values) => this.role("switch", key, values);
  columnHead = (key: string, values?: Values) => this.role("columnheader", key, values);
  link = (key: string, values?: Values) => this.role("link", key, values);
  menuItem = (key: string, values?: Values) => this.role("menuitem", key, values);
  radio = (key: string, values?: Values) => this.role("radio", key, values);
  searchbox = (key: string, values?: Values) => this.role("searchbox", key, values);
  text = (key: string, values?: Values) => this.within.getByText(this.t(key, values));

  /** Chooses a file in the input for files; its type follows from its ending. */
  choose = (name: string, content: string | Buffer) => {
    const mimeType = TYPES[extname(name)] ?? "application/octet-stream";
    return this.within
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
  };

  /** Presses an entry of the menu of a document. */
  async more(key: string) {
    await this.button("documents.page.more").click();
    await this.menuItem(key).click();
  }

  /** An entry of the application's menu. */
  menu = (key: string) =>
    this.role("navigation", "layout.menu.title").getByRole("link", { name: this.t(key) });
  /** The title of the page. */
  title = () => this.page.getByRole("heading", { level: 1 });
  /** The entries of the list in the page's content. */
  rows = () => this.page.getByRole("main").getByRole("listitem");
  /** The rows of the table in the page's content, without the head. */
  lines = () => this.page.getByRole("main").locator("tbody tr");

  role(role: Role, key: string, values?: Values, exact = false) {
    return this.within.getByRole(role, { name: this.t(key, values), exact });
  }
}
