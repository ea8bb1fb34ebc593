import { Stack } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { lazy, Suspense } from "react";
import { Link, useLocation } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { Fine } from "../ui/texts";
import { Tip } from "../ui/tip";
import { adminEntries, mainEntries } from "./menu";

const ProjectSelector = lazy(() => import("./project-selector"));

type Props = { user: User; folded: boolean; onNavigate?: () => void };

type EntriesProps = Omit<Props, "user"> & { entries: ReturnType<typeof mainEntries> };

function Entries({ entries, folded, onNavigate }: EntriesProps) {
  const { t, href } = useTexts("layout");
  const { pathname } = useLocation();
  return entries.map(({ page, icon, label }) => {
    const active = pathname === href(page) || pathname.startsWith(`${href(page)}/`);
    return (
      <Tip key={page} label={t(label)} position="right" disabled={!folded}>
        <Link
          to={href(page)}
          className="sw-nav"
          aria-current={active ? "page" : undefined}
          aria-label={folded ? t(label) : undefined}
          onClick={onNavigate}
        >
          <Icon name={icon} size={20} />
          {!folded && <span>{t(label)}</span>}
        </Link>
      </Tip>
    );
  });
}

/** The project, the pages, and those for administrators; folded, it shows only icons. */
export function SideMenu({ user, folded, onNavigate }: Props) {
  const { t } = useTexts("layout");
  const forAdmins = user.role === "user" ? [] : adminEntries();
  return (
    <Stack gap={4}>
      <div className="sw-selector-place">
        <Suspense>
          <ProjectSelector folded={folded} onNavigate={onNavigate} />
        </Suspense>
      </div>
      <Entries entries={mainEntries()} folded={folded} onNavigate={onNavigate} />
      {forAdmins.length > 0 && !folded && (
        <Fine mt="md" px="sm">
          {t("layout.admin.title")}
        </Fine>
      )}
      <Entries entries={forAdmins} folded={folded} onNavigate={onNavigate} />
    </Stack>
  );
}
