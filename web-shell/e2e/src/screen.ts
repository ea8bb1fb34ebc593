import type { Locator } from "@playwright/test";
import type { PageName } from "../../app/src/paths.ts";
import type { Setup } from "./servers.ts";
import type { Stage } from "./test.ts";

/** A screen, or a state of one that looks different. */
export type Screen = {
  name: string;
  setup?: Setup;
  /** The visitor; a user by default. */
  guest?: true;
  /** The visitor is an administrator. */
  admin?: true;
  /** Only in a narrow window. */
  narrow?: true;
  /** Only in a wide window. */
  wide?: true;
  /** The preparation; returns the parameters of the address. */
  given?: (stage: Stage) => Promise<Record<string, string> | unknown>;
  /** The page that is opened. */
  at?: PageName;
  query?: string;
  /** The actions on the page. */
  steps?: (stage: Stage) => Promise<unknown>;
  /** An element that is visible once the screen is complete. */
  shows?: (stage: Stage) => Locator | Locator[];
};

/** Screens by name. */
export type Screens = Record<string, Omit<Screen, "name">>;

/** Screens that differ only in visitor or server. */
export const all = (common: Partial<Screen>, screens: Screens): Screens =>
  Object.fromEntries(Object.entries(screens).map(([name, screen]) => [name, { ...common, ...screen }]));

/** The same screens for each value. */
export const each = (values: string[], screens: (value: string) => Screens): Screens =>
  Object.assign({}, ...values.map(screens));

export const named = (screens: Screens): Screen[] =>
  Object.entries(screens).map(([name, screen]) => ({ name, ...screen }));

type Kind = "button" | "dialog" | "field" | "heading" | "link" | "menuItem" | "radio" | "region" | "text";
type Values = Record<string, unknown>;

const element = (kind: Kind) => (key: string, values?: Values) => (stage: Stage) =>
  stage.ui[kind](key, values);

/** An element by the key of its text. */
export const sees = {
  button: element("button"),
  dialog: element("dialog"),
  field: element("field"),
  heading: element("heading"),
  link: element("link"),
  menuItem: element("menuItem"),
  radio: element("radio"),
  region: element("region"),
  text: element("text"),
};

/** Presses a button by the key of its label. */
export const press = (key: string, values?: Values) => (stage: Stage) => stage.ui.button(key, values).click();
