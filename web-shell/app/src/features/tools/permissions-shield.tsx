import { ActionIcon } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import type { ComponentProps } from "react";
import { useTexts } from "../../i18n/use-texts";
import { classes, whenWanted } from "../../ui/when-wanted";

export type Props = { tool: Pick<ListedTool, "name" | "permissions"> };

/** The button of the list. */
export function ShieldButton({ tool, ...button }: Props & Omit<ComponentProps<"button">, "name">) {
  const { t } = useTexts("tools");
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={t("tools.card.permissions", { name: tool.name })}
      aria-haspopup="dialog"
      title={t("tools.page.permissions")}
      {...(button as object)}
      className={classes("catalogue-shield", button)}
    >
      <Icon name="shield" />
    </ActionIcon>
  );
}

const Shield = whenWanted<Props>(() => import("./permissions-list"), ShieldButton);

/** A button that shows what a tool may do; nothing if it may do nothing. */
export const PermissionsShield = ({ tool }: Props) =>
  tool.permissions.length > 0 ? <Shield tool={tool} /> : null;
