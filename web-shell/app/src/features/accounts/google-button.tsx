import { Button, Divider } from "@mantine/core";
import { isFramed } from "../../api/frame";
import { useWaysIn } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";

/** Links to the sign-in with Google, if it is configured. Google refuses to be opened in a frame. */
export function GoogleButton() {
  const { t } = useTexts("accounts");
  if (!useWaysIn()?.google || isFramed()) return null;
  return (
    <>
      <Divider label={t("accounts.google.or")} />
      <Button component="a" href="/auth/google" variant="default" size="md">
        {t("accounts.google.signIn")}
      </Button>
    </>
  );
}
