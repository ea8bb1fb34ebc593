import { Button, Divider } from "@mantine/core";
import { useSearchParams } from "react-router";
import { isFramed } from "../../api/frame";
import { useWaysIn } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";

type Props = { origin?: { page: string; source: string } };

/**
 * Links to the sign-in with Google, if it is configured. It leads on as the form does. Google refuses to be opened in a
 * frame.
 */
export function GoogleButton({ origin }: Props) {
  const { t } = useTexts("accounts");
  const [search] = useSearchParams();
  const asked = new URLSearchParams(origin);
  const next = search.get("next");
  if (next) asked.set("next", next);
  if (!useWaysIn()?.google || isFramed()) return null;
  return (
    <>
      <Divider label={t("accounts.google.or")} />
      <Button component="a" href={`/auth/google?${asked}`} variant="default" size="md">
        {t("accounts.google.signIn")}
      </Button>
    </>
  );
}
