import { Button, Divider } from "@mantine/core";
import { useWaysIn } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";

/** Leads to Google and back; only where it is set up. */
export function GoogleButton() {
  const { t } = useTexts("accounts");
  if (!useWaysIn()?.google) return null;
  return (
    <>
      <Divider label={t("accounts.google.or")} />
      <Button component="a" href="/auth/google" variant="default" size="md">
        {t("accounts.google.signIn")}
      </Button>
    </>
  );
}
