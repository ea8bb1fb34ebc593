import { AdminItem, AdminList } from "../../admin/admin";
import { type Answer, useApi } from "../../api/client";
import { type ListFilter, useList, useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { SearchInput } from "../../ui/search-input";
import { StateBadge } from "../../ui/state-badge";
import { Line, Small } from "../../ui/texts";
import { AdminApplications } from "./admin-applications";
import { AdminInstalls } from "./admin-installs";
import { AdminShopParts, partOf } from "./admin-shop-parts";
import { STATUS_MARKS } from "./shops";

type AdminShop = Answer<"/api/admin/shops">["data"][number];

const STATUSES = Object.keys(STATUS_MARKS) as AdminShop["status"][];

/** The shops of all accounts, the applications of their systems, and the installations of those. */
export default function AdminShopsPage() {
  const part = partOf(useListFilter().get("part"));
  if (part === "applications") return <AdminApplications />;
  if (part === "installs") return <AdminInstalls />;
  return <AdminShops />;
}

/** The connected shops of all accounts. */
function AdminShops() {
  const { t } = useTexts("admin");
  const list = useList("/api/admin/shops", ({ get }) => ({
    query: {
      status: STATUSES.find((status) => status === get("status")),
      system: get("system") || undefined,
      search: get("search") || undefined,
    },
  }));
  return (
    <AdminList
      title={t("admin.shops.title")}
      lead={t("admin.shops.lead")}
      before={<AdminShopParts current="shops" />}
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "shop", title: t("admin.shops.none"), text: t("admin.shops.noneText") }}
    >
      {(shop) => <Row key={shop.id} shop={shop} />}
    </AdminList>
  );
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("admin");
  const search = useTyped(filter, "search");
  const systems = useApi("/api/shop-systems", {}).data?.data ?? [];
  return (
    <>
      <SearchInput flex="1 1 16rem" label={t("admin.shops.search")} {...search} />
      <FilterSelect
        filter={filter}
        name="status"
        any={t("admin.shops.anyStatus")}
        w={{ base: "100%", xs: 200 }}
        label={t("admin.shops.status")}
        data={STATUSES.map((status) => ({ value: status, label: t(`admin.shopStatus.${status}`) }))}
      />
      <FilterSelect
        filter={filter}
        name="system"
        any={t("admin.shops.anySystem")}
        w={{ base: "100%", xs: 200 }}
        label={t("admin.shops.system")}
        data={systems.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
}

function Row({ shop }: { shop: AdminShop }) {
  const { t, href, number, dateTime } = useTexts("admin");
  const { pace, problem, working, reading } = shop;
  const counts = [
    t("admin.shops.items", { count: shop.items, number: number(shop.items) }),
    shop.written > 0 && t("admin.shops.written", { count: shop.written, number: number(shop.written) }),
    shop.failed > 0 && t("admin.shops.failed", { count: shop.failed, number: number(shop.failed) }),
    shop.read_at && t("admin.shops.read", { when: dateTime(shop.read_at) }),
  ];
  const speed =
    pace &&
    t("admin.shops.pace", {
      perSecond: number(pace.per_second),
      used: number(pace.used),
      capacity: number(pace.capacity),
    });
  const busy = working ? t(`admin.shopWork.${working.do}`) : reading && t("admin.shopWork.read");
  const progress = working ?? reading;
  return (
    <AdminItem
      name={shop.name}
      to={href("adminUser", { user: shop.account_id })}
      marks={<StateBadge mark={STATUS_MARKS[shop.status]}>{t(`admin.shopStatus.${shop.status}`)}</StateBadge>}
    >
      <Line of={[shop.system_name, shop.host, shop.owner_email]} />
      <Line of={counts} />
      <Reports reports={shop.reports} />
      {speed && <Small>{speed}</Small>}
      {busy && progress && (
        <Small>
          {t("admin.shops.progress", { busy, done: number(progress.done), total: number(progress.total) })}
        </Small>
      )}
      {problem && <Small>{problem.message}</Small>}
    </AdminItem>
  );
}

/** Whether the shop reports changed items by itself, and why it does not. */
function Reports({ reports }: Pick<AdminShop, "reports">) {
  const { t } = useTexts("admin");
  if (!reports) return <Line of={[t("admin.shops.reportsNever")]} />;
  if (reports.on) return <Line of={[t("admin.shops.reports")]} />;
  const why = reports.problem?.message;
  return <Small>{why ? t("admin.shops.reportsWhy", { why }) : t("admin.shops.reportsNot")}</Small>;
}
