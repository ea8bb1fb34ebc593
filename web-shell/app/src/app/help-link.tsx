import { ActionIcon } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { Link, useLocation } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { type PageName, pageAt } from "../paths";

/** The page of the help about a page of the product; the others lead to the overview of the help. */
const HELP: Partial<Record<PageName, string>> = {
  dashboard: "first-steps",
  onboarding: "first-steps",
  tools: "post",
  tool: "post",
  posts: "networks",
  ads: "networks",
  brandKit: "brand-kit",
  brandKitSetup: "brand-kit",
  addProject: "projects",
  bulk: "bulk",
  newBulk: "bulk",
  bulkJob: "bulk",
  shops: "shop",
  shop: "shop",
  shopApproval: "shop",
  shopWriting: "shop",
  shopHistory: "shop",
  shopSettings: "shop",
  archive: "texts",
  document: "texts",
  checkout: "words",
  settingsBilling: "words",
  settingsModel: "model",
  settingsKeys: "share",
};

/** Tools with a page of their own. */
const TOOLS: Record<string, string> = { "seo-metatags": "titles" };

/** The name of the help page about an address. */
export function helpAt(pathname: string): string {
  const page = pageAt(pathname);
  const tool = page === "tool" ? TOOLS[pathname.split("/")[3] ?? ""] : undefined;
  const about = tool ?? (page && HELP[page]);
  return about ? `help/${about}` : "help";
}

/** The address of the help about the current page. */
export function useHelp(): string {
  const { href } = useTexts();
  const { pathname } = useLocation();
  return href("docs", { "*": helpAt(pathname) });
}

/** Leads from every page to the help about it. In a narrow window the user's menu does. */
export function HelpLink() {
  const { t } = useTexts("layout");
  const help = useHelp();
  return (
    <ActionIcon
      component={Link}
      to={help}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t("layout.user.help")}
      visibleFrom="sm"
    >
      <Icon name="help" />
    </ActionIcon>
  );
}
