import type { ListedTool } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import type { Entry } from "../../search/search";

/** The groups of the palette, in their order if they match equally well. */
export const KINDS = ["project", "tool", "page", "action", "document"] as const;
export type Kind = (typeof KINDS)[number];

/** Something that the palette opens or does. */
export type Item = Entry & {
  kind: Kind;
  icon: IconName | Pick<ListedTool, "icon" | "category">;
  /** At the right: what kind of thing it is, or where it belongs. */
  note?: string | undefined;
  /** The keys that do the same. */
  keys?: string | undefined;
  /** Whether it is already chosen. */
  isCurrent?: boolean;
  run: () => void;
};
