import { Button, Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const COOKIE = "cookie_consent";
const YEAR_SECONDS = 31_536_000;

const hasConsent = () => document.cookie.split("; ").includes(`${COOKIE}=1`);

function keepConsent() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${COOKIE}=1; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Says what cookies are for, until somebody agrees; the answer holds for a year. */
export function CookieBanner() {
  const { t } = useTranslation();
  const [agreed, setAgreed] = useState(hasConsent);
  if (agreed) return null;
  const accept = () => {
    keepConsent();
    setAgreed(true);
  };
  return (
    <Paper
      component="section"
      aria-label={t("shell.cookies.title")}
      className="sw-cookies"
      withBorder
      shadow="md"
      radius="lg"
      p="md"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {t("shell.cookies.text")}
        </Text>
        <Button size="sm" onClick={accept}>
          {t("shell.cookies.accept")}
        </Button>
      </Group>
    </Paper>
  );
}
