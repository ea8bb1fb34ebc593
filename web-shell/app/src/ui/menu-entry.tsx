import { Menu } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { Link } from "react-router";

type Props = {
  label: string;
  icon: IconName;
  isFilled?: boolean;
  /** It deletes something. */
  isDanger?: boolean;
  /** Makes it a link to a page. */
  to?: string;
  /** Makes it a link that downloads a file. */
  file?: string;
  onClick?: () => void;
};

/** An action in a menu. */
export function MenuEntry({ label, icon, isFilled, isDanger, to, file, onClick }: Props) {
  const target = to ? { component: Link, to } : file ? { component: "a", href: file, download: true } : {};
  return (
    <Menu.Item
      leftSection={<Icon name={icon} size={16} filled={isFilled} />}
      onClick={onClick}
      c={isDanger ? "var(--mantine-color-error)" : undefined}
      {...(target as object)}
    >
      {label}
    </Menu.Item>
  );
}
