import { Menu } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { usePageLanguage } from "../i18n/use-texts";
import { LANGUAGES } from "../paths";
import { LanguageButton, NAMES, type Props, useSwitchLanguage } from "./language-switch";
import { type Opening, useOpening } from "./when-wanted";

export default function LanguageMenu({ onSwitch, startsOpen }: Props & Opening) {
  const current = usePageLanguage();
  const choose = useSwitchLanguage(onSwitch);
  const { opened, set } = useOpening(startsOpen);
  return (
    <Menu position="bottom-end" opened={opened} onChange={set}>
      <Menu.Target>
        <LanguageButton />
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => choose(language)}
            rightSection={language === current && <Icon name="check" size={16} />}
          >
            {NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
