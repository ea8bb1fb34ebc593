import { Anchor } from "@mantine/core";
import { useTexts } from "../i18n/use-texts";

/** The event that opens the consent banner. */
export const COOKIES_REOPENED = "sw-cookies-reopened";

/** Opens the consent banner again, to change the answer. */
export function CookieChoice() {
  const { t } = useTexts();
  const reopen = () => window.dispatchEvent(new Event(COOKIES_REOPENED));
  return (
    <Anchor component="button" type="button" onClick={reopen} size="sm">
      {t("shell.cookies.reopen")}
    </Anchor>
  );
}
