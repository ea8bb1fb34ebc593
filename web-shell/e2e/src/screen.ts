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

/** Screens that differ only in visitor or server. */
export const all = (common: Partial<Screen>, screens: Screen[]): Screen[] =>
  screens.map((screen) => ({ ...common, ...screen }));
