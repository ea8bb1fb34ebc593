import { Group, Paper } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { COOKIES_REOPENED } from "../ui/cookie-choice";
import { Small, TextButton } from "../ui/texts";

const COOKIE = "cookie_consent";
const YEAR_SECONDS = 31_536_000;

/** The referring partner. Kept in memory until the visitor consents to a cookie for it. */
const partner = new URLSearchParams(window.location.search).get("affiliate");

/** `before-paint.js` has read the cookie. */
const isAnswered = () => document.documentElement.dataset.consent !== undefined;

function answer(agrees: boolean) {
  document.documentElement.dataset.consent = agrees ? "1" : "0";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${COOKIE}=${agrees ? 1 : 0}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  // The server sets and removes the partner's cookie, which scripts cannot read.
  const search = agrees && partner ? `?${new URLSearchParams({ affiliate: partner })}` : "";
  if (search || !agrees) void fetch(`/login${search}`, { redirect: "manual" }).catch(() => undefined);
}

/** Asks for consent to optional cookies; the answer is valid for a year. */
export function CookieBanner() {
  const { t } = useTexts();
  const [answered, setAnswered] = useState(isAnswered);
  useEffect(() => {
    const reopen = () => setAnswered(false);
    window.addEventListener(COOKIES_REOPENED, reopen);
    return () => window.removeEventListener(COOKIES_REOPENED, reopen);
  }, []);
  if (answered) return null;
  const choose = (agrees: boolean) => () => {
    answer(agrees);
    setAnswered(true);
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
        <Small flex="1 1 16rem">{t("shell.cookies.text")}</Small>
        <TextButton label={t("shell.cookies.refuse")} isMain onClick={choose(false)} />
        <TextButton label={t("shell.cookies.accept")} isMain onClick={choose(true)} />
      </Group>
    </Paper>
  );
}
