import { AdminTable } from "../../admin/admin";
import { type Answer, useApi } from "../../api/client";
import { type ListFilter, useList, useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { type Column, figure, Two } from "../../ui/data-table";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { SearchInput } from "../../ui/search-input";
import { StateBadge } from "../../ui/state-badge";
import { Fine } from "../../ui/texts";
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
  const { t, href } = useTexts("admin");
  const list = useList("/api/admin/shops", ({ get }) => ({
    query: {
      status: STATUSES.find((status) => status === get("status")),
      system: get("system") || undefined,
      search: get("search") || undefined,
    },
  }));
  return (
    <AdminTable
      title={t("admin.shops.title")}
      lead={t("admin.shops.lead")}
      before={<AdminShopParts current="shops" />}
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "shop", title: t("admin.shops.none"), text: t("admin.shops.noneText") }}
      width={1120}
      columns={useColumns()}
      keyOf={({ id }) => id}
      to={({ account_id }) => href("adminUser", { user: account_id })}
    />
  );
}

function useColumns(): Column<AdminShop>[] {
  const { t, number, dateTime } = useTexts("admin");
  return [
    { title: t("admin.shops.shop"), isHead: true, cell: (shop) => <Two of={[shop.name, shop.host]} /> },
    { title: t("admin.shops.system"), cell: ({ system_name }) => system_name },
    { title: t("admin.shops.owner"), cell: ({ owner_email }) => owner_email },
    { title: t("admin.shops.status"), isLong: true, cell: (shop) => <State shop={shop} /> },
    figure(t("admin.shops.itemsHead"), ({ items }) => number(items)),
    figure(t("admin.shops.writtenHead"), ({ written }) => number(written)),
    figure(t("admin.shops.failedHead"), ({ failed }) => number(failed)),
    {
      title: t("admin.shops.readHead"),
      isWhole: true,
      cell: ({ read_at }) => (read_at ? dateTime(read_at) : "–"),
    },
    {
      title: t("admin.shops.reportsHead"),
      isLong: true,
      cell: ({ reports }) => <Reports reports={reports} />,
    },
  ];
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("admin");
  const { input: search } = useTyped(filter, "search");
  const systems = useApi("/api/shop-systems", {}).data?.data ?? [];
  return (
    <FilterBar
      filter={filter}
      names={["status", "system"]}
      search={<SearchInput flex="1 1 10rem" label={t("admin.shops.search")} {...search} />}
    >
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
    </FilterBar>
  );
}

/** The state of the connection, the running work, and the pace of requests. */
function State({ shop }: { shop: AdminShop }) {
  const { t, number } = useTexts("admin");
  const { pace, problem, working, reading } = shop;
  const busy = working ? t(`admin.shopWork.${working.do}`) : reading && t("admin.shopWork.read");
  const progress = working ?? reading;
  return (
    <>
      <StateBadge mark={STATUS_MARKS[shop.status]}>{t(`admin.shopStatus.${shop.status}`)}</StateBadge>
      {busy && progress && (
        <Fine>
          {t("admin.shops.progress", { busy, done: number(progress.done), total: number(progress.total) })}
        </Fine>
      )}
      {pace && (
        <Fine>
          {t("admin.shops.pace", {
            perSecond: number(pace.per_second),
            used: number(pace.used),
            capacity: number(pace.capacity),
          })}
        </Fine>
      )}
      {problem && <Fine c="var(--mantine-color-error)">{problem.message}</Fine>}
    </>
  );
}

/** Whether the shop reports changed items by itself, and why it does not. */
function Reports({ reports }: Pick<AdminShop, "reports">) {
  const { t } = useTexts("admin");
  if (!reports) return t("admin.shops.reportsNever");
  if (reports.on) return t("admin.shops.reports");
  const why = reports.problem?.message;
  return why ? t("admin.shops.reportsWhy", { why }) : t("admin.shops.reportsNot");
}
