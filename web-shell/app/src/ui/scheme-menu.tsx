import { Menu, useMantineColorScheme } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../i18n/use-texts";
import { SCHEMES, SchemeButton } from "./scheme-switch";
import { type Opening, useOpening } from "./when-wanted";

export default function SchemeMenu({ startsOpen }: Opening) {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { opened, set } = useOpening(startsOpen);
  return (
    <Menu position="bottom-end" opened={opened} onChange={set}>
      <Menu.Target>
        <SchemeButton />
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
