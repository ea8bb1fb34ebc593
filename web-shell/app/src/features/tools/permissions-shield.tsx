import { ActionIcon, Popover } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Strong } from "../../ui/texts";

/** A button that shows what a tool may do. */
export function PermissionsShield({ tool }: { tool: Pick<ListedTool, "name" | "permissions"> }) {
  const { t } = useTexts("tools");
  if (tool.permissions.length === 0) return null;
  return (
    <Popover width={260} position="top-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className="catalogue-shield"
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t("tools.card.permissions", { name: tool.name })}
          title={t("tools.page.permissions")}
        >
          <Icon name="shield" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("tools.card.permissions", { name: tool.name })} tabIndex={-1}>
        <Strong>{t("tools.page.permissions")}</Strong>
        <ul className="catalogue-permissions">
          {tool.permissions.map(({ import: name, title }) => (
            <li key={name}>{title}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
