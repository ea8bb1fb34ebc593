import { Button, Divider } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useWaysIn } from "../../api/session";

/** Leads to Google and back; only where it is set up. */
export function GoogleButton() {
  const { t } = useTranslation("accounts");
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
