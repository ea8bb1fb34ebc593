import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useTexts } from "../i18n/use-texts";
import { IconButton } from "./texts";

const SCHEMES: [MantineColorScheme, IconName][] = [
  ["light", "sun"],
  ["dark", "moon"],
  ["auto", "auto"],
];

export function SchemeSwitch() {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const icon = SCHEMES.find(([scheme]) => scheme === colorScheme)?.[1] ?? "auto";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={icon} label={t("shell.scheme.choose")} size="lg" c="var(--mantine-color-text)" />
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(([scheme, symbol]) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            leftSection={<Icon name={symbol} size={16} />}
            rightSection={scheme === colorScheme && <Icon name="check" size={16} />}
          >
            {t(`shell.scheme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
