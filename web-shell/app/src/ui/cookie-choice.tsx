import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** What asks for consent listens to this event. */
export const COOKIES_REOPENED = "sw-cookies-reopened";

/** Asks for consent again: what was answered can be changed at any time. */
export function CookieChoice() {
  const { t } = useTranslation();
  const reopen = () => window.dispatchEvent(new Event(COOKIES_REOPENED));
  return (
    <Anchor component="button" type="button" onClick={reopen} size="sm">
      {t("shell.cookies.reopen")}
    </Anchor>
  );
}
