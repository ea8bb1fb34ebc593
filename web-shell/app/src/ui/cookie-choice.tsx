import { Anchor } from "@mantine/core";
import { useTexts } from "../i18n/use-texts";

/** What asks for consent listens to this event. */
export const COOKIES_REOPENED = "sw-cookies-reopened";

/** Asks for consent again: what was answered can be changed at any time. */
export function CookieChoice() {
  const { t } = useTexts();
  const reopen = () => window.dispatchEvent(new Event(COOKIES_REOPENED));
  return (
    <Anchor component="button" type="button" onClick={reopen} size="sm">
      {t("shell.cookies.reopen")}
    </Anchor>
  );
}
