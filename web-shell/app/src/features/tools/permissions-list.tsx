import { Popover } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { type Opening, useOpening } from "../../ui/when-wanted";
import { Permissions } from "./permissions";
import { type Props, ShieldButton } from "./permissions-shield";

/** What a tool may do. */
export default function PermissionsList({ tool, startsOpen }: Props & Opening) {
  const { t } = useTexts("tools");
  const { opened, toggle, set } = useOpening(startsOpen);
  return (
    <Popover opened={opened} onChange={set} width={260} position="top-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ShieldButton tool={tool} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("tools.card.permissions", { name: tool.name })} tabIndex={-1}>
        <Permissions permissions={tool.permissions} />
      </Popover.Dropdown>
    </Popover>
  );
}
