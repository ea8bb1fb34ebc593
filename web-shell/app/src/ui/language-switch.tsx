import type { ComponentProps } from "react";
import { useLocation, useNavigate } from "react-router";
import { switchLanguage } from "../i18n/i18n";
import { noteChoice } from "../i18n/language";
import { siteOf } from "../i18n/sites";
import { usePageLanguage, useTexts } from "../i18n/use-texts";
import { type Language, translatePath } from "../paths";
import { TextButton } from "./texts";
import { whenWanted } from "./when-wanted";

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

export type Props = { onSwitch?: ((language: Language) => void) | undefined };

/** The button of the menu. */
export function LanguageButton({ onSwitch: _, ...button }: Props & Omit<ComponentProps<"button">, "name">) {
  const { t } = useTexts();
  const current = usePageLanguage();
  return (
    <TextButton
      label={current.toUpperCase()}
      variant="subtle"
      color="gray"
      px="xs"
      c="var(--mantine-color-text)"
      name={`${current.toUpperCase()}, ${t("shell.language.choose")}: ${NAMES[current]}`}
      icon="language"
      aria-haspopup="menu"
      {...(button as object)}
    />
  );
}

export const LanguageSwitch = whenWanted<Props>(() => import("./language-menu"), LanguageButton);
