import { Anchor, Box, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "react-router";
import { userQuery } from "../api/session";
import { useTexts } from "../i18n/use-texts";
import { Brand } from "../ui/brand";
import { CookieChoice } from "../ui/cookie-choice";
import { LanguageSwitch } from "../ui/language-switch";
import { SchemeSwitch } from "../ui/scheme-switch";
import { TextButton } from "../ui/texts";

/** A logo, the switches, and a dashboard link for a signed-in user. The address determines its language. */
export function MinimalLayout() {
  const { t, href } = useTexts("layout");
  const { data: user } = useQuery(userQuery);
  return (
    <Box mih="100dvh" className="sw-column">
      <a className="sw-skip" href="#content">
        {t("layout.frame.skip")}
      </a>
      <Group component="header" justify="space-between" wrap="nowrap" p="md">
        <Link to={href("home")} className="sw-home" aria-label={t("layout.frame.start")}>
          <span className="sw-wide">
            <Brand />
          </span>
          <span className="sw-narrow">
            <Brand compact />
          </span>
        </Link>
        <Group gap={4} wrap="nowrap">
          <LanguageSwitch />
          <SchemeSwitch />
          {user && <TextButton label={t("layout.menu.dashboard")} isMain to={href("dashboard")} ml="xs" />}
        </Group>
      </Group>
      <Box component="main" id="content" tabIndex={-1} flex={1} style={{ outline: "none" }}>
        <Outlet />
      </Box>
      <Group component="footer" justify="center" p="md">
        <Anchor component={Link} to={href("docs", { "*": "help" })} size="sm">
          {t("layout.user.help")}
        </Anchor>
        <Anchor component={Link} to={href("docs", { "*": "introduction" })} size="sm">
          {t("layout.user.docs")}
        </Anchor>
        <CookieChoice />
      </Group>
    </Box>
  );
}
