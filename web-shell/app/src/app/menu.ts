import type { IconName } from "@sitewright/ui/icon";
import { type PageName, pageAt } from "../paths";

type Entry = { page: PageName; icon: IconName; label: string };

/** The menus by English address. A page that is not in `PATHS` yet is omitted. */
const MENU: [address: string, icon: IconName, label: string][] = [
  ["/app/dashboard", "home", "layout.menu.dashboard"],
  ["/app/brand-kit", "brand", "layout.menu.brandKit"],
  ["/app/tools", "tools", "layout.menu.tools"],
  ["/app/bulk", "table", "layout.menu.bulk"],
  ["/app/shops", "shop", "layout.menu.shops"],
  ["/app/archive", "archive", "layout.menu.archive"],
];

const ADMIN_MENU: typeof MENU = [
  ["/app/admin/users", "user", "layout.admin.users"],
  ["/app/admin/products", "star", "layout.admin.products"],
  ["/app/admin/matrix", "table", "layout.admin.matrix"],
  ["/app/admin/plugins", "tools", "layout.admin.plugins"],
  ["/app/admin/models", "spark", "layout.admin.models"],
  ["/app/admin/publishers", "brand", "layout.admin.publishers"],
  ["/app/admin/reviews", "check", "layout.admin.reviews"],
  ["/app/admin/shoper", "shop", "layout.admin.shops"],
  ["/app/admin/revenue", "star", "layout.admin.revenue"],
  ["/app/admin/jobs", "again", "layout.admin.jobs"],
  ["/app/admin/outbox", "mail", "layout.admin.outbox"],
  ["/app/admin/audit-log", "shield", "layout.admin.audit"],
];

const USER_MENU: typeof MENU = [
  ["/app/settings", "settings", "layout.user.settings"],
  ["/app/settings/billing", "table", "layout.user.billing"],
  ["/app/publisher", "upload", "layout.user.publisher"],
  ["/app/affiliates", "star", "layout.user.affiliates"],
  ["/docs/introduction", "document", "layout.user.docs"],
  ["/contact-us", "info", "layout.user.help"],
];

const built = (menu: typeof MENU): Entry[] =>
  menu.flatMap(([address, icon, label]) => {
    const page = pageAt(address);
    return page ? [{ page, icon, label }] : [];
  });

export const mainEntries = () => built(MENU);
export const adminEntries = () => built(ADMIN_MENU);
export const userEntries = () => built(USER_MENU);
