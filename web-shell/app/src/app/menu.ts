import type { IconName } from "@sitewright/ui/icon";
import { findPage, type PageName } from "../paths";

type Entry = { page: PageName; params: Record<string, string>; icon: IconName; label: string };

/** The menus by English address. A page that is not in `PATHS` yet is omitted. */
const MENU: [address: string, icon: IconName, label: string][] = [
  ["/app/dashboard", "home", "layout.menu.dashboard"],
  ["/app/brand-kit", "brand", "layout.menu.brandKit"],
  ["/app/tools", "tools", "layout.menu.tools"],
  ["/app/bulk", "table", "layout.menu.bulk"],
  ["/app/shops", "shop", "layout.menu.shops"],
  ["/app/health-score", "gauge", "layout.menu.audits"],
  ["/app/tasks", "task", "layout.menu.tasks"],
  ["/app/archive", "archive", "layout.menu.archive"],
];

const ADMIN_MENU: typeof MENU = [
  ["/app/admin/overview", "chart", "layout.admin.overview"],
  ["/app/admin/users", "people", "layout.admin.users"],
  ["/app/admin/products", "layers", "layout.admin.products"],
  ["/app/admin/matrix", "switches", "layout.admin.matrix"],
  ["/app/admin/plugins", "plug", "layout.admin.plugins"],
  ["/app/admin/models", "chip", "layout.admin.models"],
  ["/app/admin/publishers", "building", "layout.admin.publishers"],
  ["/app/admin/reviews", "review", "layout.admin.reviews"],
  ["/app/admin/shoper", "basket", "layout.admin.shops"],
  ["/app/admin/site", "site", "layout.admin.site"],
  ["/app/admin/posts", "news", "layout.admin.posts"],
  ["/app/admin/revenue", "money", "layout.admin.revenue"],
  ["/app/admin/jobs", "queue", "layout.admin.jobs"],
  ["/app/admin/outbox", "mail", "layout.admin.outbox"],
  ["/app/admin/audit-log", "log", "layout.admin.audit"],
];

const USER_MENU: typeof MENU = [
  ["/app/settings", "settings", "layout.user.settings"],
  ["/app/settings/billing", "card", "layout.user.billing"],
  ["/app/publisher", "package", "layout.user.publisher"],
  ["/app/affiliates", "gift", "layout.user.affiliates"],
  ["/docs/introduction", "book", "layout.user.docs"],
];

const built = (menu: typeof MENU): Entry[] =>
  menu.flatMap(([address, icon, label]) => {
    const found = findPage(address);
    return found ? [{ page: found.page, params: found.params, icon, label }] : [];
  });

export const mainEntries = () => built(MENU);
export const adminEntries = () => built(ADMIN_MENU);
export const userEntries = () => built(USER_MENU);
