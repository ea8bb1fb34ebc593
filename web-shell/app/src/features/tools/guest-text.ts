import type { ListedTool } from "@sitewright/sdk/shell";
import type { TFunction } from "i18next";

/** How the user got an unlisted tool. */
export function guestText({ guest }: Pick<ListedTool, "guest">, t: TFunction<"tools">): string {
  if (!guest) return "";
  const { invited, invited_by: name, publisher } = guest;
  if (!invited) return t("tools.guest.kept", { publisher });
  return name ? t("tools.guest.by", { name, publisher }) : t("tools.guest.from", { publisher });
}
