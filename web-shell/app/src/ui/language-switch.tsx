import { Menu } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useLocation, useNavigate } from "react-router";
import { switchLanguage } from "../i18n/i18n";
import { noteChoice } from "../i18n/language";
import { siteOf } from "../i18n/sites";
import { usePageLanguage, useTexts } from "../i18n/use-texts";
import { LANGUAGES, type Language, translatePath } from "../paths";
import { TextButton } from "./texts";

export const NAMES: Record<Language, string> = { en: "English", pl: "Polski" };

/**
 * Switches the whole screen without a reload, and the address to its translated form. If each language has its own
 * site, it opens the same page there.
 */
export function useSwitchLanguage(onSwitch?: (language: Language) => void) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return async (language: Language) => {
    const site = siteOf(language);
    if (site && site !== location.origin)
      return location.assign(site + translatePath(pathname, language) + search);
    noteChoice();
    await switchLanguage(language);
    onSwitch?.(language);
    const path = translatePath(pathname, language);
    if (path !== pathname) navigate(path + search, { replace: true, preventScrollReset: true });
  };
}

export function LanguageSwitch({ onSwitch }: { onSwitch?: ((language: Language) => void) | undefined }) {
  const { t } = useTexts();
  const current = usePageLanguage();
  const choose = useSwitchLanguage(onSwitch);

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton
          label={current.toUpperCase()}
          variant="subtle"
          color="gray"
          px="xs"
          c="var(--mantine-color-text)"
          name={`${current.toUpperCase()}, ${t("shell.language.choose")}: ${NAMES[current]}`}
          icon="language"
        />
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
