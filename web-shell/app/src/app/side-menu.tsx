import { NavLink, Stack, Tooltip } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useHref } from "../i18n/use-page-language";
import type { PageName } from "../paths";

const ENTRIES: { page: PageName; icon: IconName; label: string }[] = [
  { page: "dashboard", icon: "home", label: "layout.menu.dashboard" },
  { page: "brandKit", icon: "brand", label: "layout.menu.brandKit" },
  { page: "tools", icon: "tools", label: "layout.menu.tools" },
  { page: "bulk", icon: "table", label: "layout.menu.bulk" },
  { page: "archive", icon: "archive", label: "layout.menu.archive" },
];

/** The pages there are; folded, only their icons are left. */
export function SideMenu({ folded, onNavigate }: { folded: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation("layout");
  const href = useHref();
  const { pathname } = useLocation();
  return (
    <Stack gap={4}>
      {ENTRIES.map(({ page, icon, label }) => {
        const active = pathname === href(page) || pathname.startsWith(`${href(page)}/`);
        return (
          <Tooltip key={page} label={t(label)} position="right" disabled={!folded}>
            <NavLink
              component={Link}
              to={href(page)}
              active={active}
              aria-current={active ? "page" : undefined}
              aria-label={folded ? t(label) : undefined}
              label={folded ? null : t(label)}
              leftSection={<Icon name={icon} size={20} />}
              onClick={onNavigate}
              className="sw-nav"
            />
          </Tooltip>
        );
      })}
    </Stack>
  );
}
