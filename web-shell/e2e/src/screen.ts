import type { Locator } from "@playwright/test";
import type { PageName } from "../../app/src/paths.ts";
import type { Setup } from "./servers.ts";
import type { Stage } from "./test.ts";

/** A screen, or a state of one that looks different. */
export type Screen = {
  name: string;
  setup?: Setup;
  /** Who is looking; a person with an account unless said otherwise. */
  guest?: true;
  /** An administrator is looking. */
  admin?: true;
  /** Only where the window is narrow. */
  narrow?: true;
  /** Only where the window is wide. */
  wide?: true;
  /** What has to be there before; returns the parameters of the address. */
  given?: (stage: Stage) => Promise<Record<string, string> | unknown>;
  /** The page that is opened. */
  at?: PageName;
  query?: string;
  /** What is done then. */
  steps?: (stage: Stage) => Promise<unknown>;
  /** What is seen once the screen is complete. */
  shows?: (stage: Stage) => Locator | Locator[];
};

/** Screens that only differ in who is looking, or in their server. */
export const all = (common: Partial<Screen>, screens: Screen[]): Screen[] =>
  screens.map((screen) => ({ ...common, ...screen }));
