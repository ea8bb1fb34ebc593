import { Anchor, Group, Paper } from "@mantine/core";
import { answerCookies } from "@sitewright/ui/consent";
import { useEffect, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { COOKIES_REOPENED } from "../ui/cookie-choice";
import { Small, TextButton } from "../ui/texts";

/** `before-paint.js` has read the cookie. A yes with a tag of the site is one here too. */
const isAnswered = () => document.documentElement.dataset.consent !== undefined;

/** Asks for consent to optional cookies, as the site does; the answer is valid for a year. */
export function CookieBanner() {
  const { t, href } = useTexts();
  const [answered, setAnswered] = useState(isAnswered);
  useEffect(() => {
    const reopen = () => setAnswered(false);
    window.addEventListener(COOKIES_REOPENED, reopen);
    return () => window.removeEventListener(COOKIES_REOPENED, reopen);
  }, []);
  if (answered) return null;
  const choose = (agrees: boolean) => () => {
    answerCookies(agrees);
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
        <Small flex="1 1 16rem">
          {t("shell.cookies.needed")} {t("shell.cookies.partner")}{" "}
          <Anchor size="sm" underline="always" href={href("cookies")}>
            {t("shell.cookies.more")}
          </Anchor>
        </Small>
        <TextButton label={t("shell.cookies.refuse")} isMain onClick={choose(false)} />
        <TextButton label={t("shell.cookies.accept")} isMain onClick={choose(true)} />
      </Group>
    </Paper>
  );
}
