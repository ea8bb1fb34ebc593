import { Group } from "@mantine/core";
import { AdminTable } from "../../admin/admin";
import { nameOf, useAllProducts } from "../../admin/products";
import { ROLES } from "../../admin/users";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { type Column, figure } from "../../ui/data-table";
import { DialogButton } from "../../ui/dialog";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { SearchInput } from "../../ui/search-input";
import { sortingOf } from "../../ui/sorting";
import { TextButton } from "../../ui/texts";
import { usdOf } from "../../ui/usd";
import { NewUser } from "./new-user";
import { UserName } from "./user-name";
import { SORTS, STATES, type UserSummary } from "./users";

const usual = { by: "joined", order: "desc" } as const;

const queryOf = (filter: ListFilter) => {
  const { by, order } = sortingOf(filter, SORTS, usual);
  const { get } = filter;
  return {
    search: get("search") || undefined,
    role: ROLES.find((role) => role === get("role")),
    plan: /^\d+$/.test(get("plan")) ? Number(get("plan")) : undefined,
    state: STATES.find((state) => state === get("state")),
    sort: by,
    order,
  };
};

/** The same list as a file. */
function tableOf(filter: ListFilter) {
  const given = Object.entries(queryOf(filter)).filter(([, value]) => value !== undefined);
  return `/api/admin/users.csv?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** All users with their plan, words, runs and cost. */
export default function UsersPage() {
  const { t, href } = useTexts("admin");
  const list = useList("/api/admin/users", (filter) => ({ query: queryOf(filter) }));
  return (
    <AdminTable
      title={t("admin.users.title")}
      lead={t("admin.users.lead")}
      count={list.data && t("admin.users.count", { count: list.data.total })}
      action={
        <Group gap="xs">
          <TextButton label={t("admin.users.table")} icon="download" file={tableOf(list.filter)} />
          <DialogButton label={t("admin.users.new")} isMain icon="add">
            {(close) => <NewUser onClose={close} />}
          </DialogButton>
        </Group>
      }
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "user", title: t("admin.users.none"), text: t("admin.users.noneText") }}
      width={1080}
      columns={useColumns()}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
      to={({ id }) => href("adminUser", { user: id })}
    />
  );
}

function useColumns(): Column<UserSummary>[] {
  const { t, language, number, date, ago } = useTexts("admin");
  const cost = usdOf(language);
  return [
    { title: t("admin.users.user"), isHead: true, sort: "name", cell: (user) => <UserName user={user} /> },
    { title: t("admin.users.plan"), sort: "plan", first: "desc", cell: ({ plan }) => plan },
    figure(
      t("admin.users.words"),
      ({ words_used, allowance }) =>
        t("admin.users.wordsOf", { used: number(words_used), allowance: number(allowance) }),
      "words",
    ),
    figure(t("admin.users.runs"), ({ runs }) => number(runs), "runs"),
    figure(t("admin.users.cost"), ({ cost_usd }) => cost(cost_usd), "cost"),
    {
      title: t("admin.users.seenHead"),
      sort: "seen",
      first: "desc",
      cell: ({ seen_at }) => (seen_at ? ago(seen_at) : t("admin.users.never")),
    },
    {
      title: t("admin.users.joined"),
      sort: "joined",
      first: "desc",
      cell: ({ created_at }) => date(created_at),
    },
  ];
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t, language } = useTexts("admin");
  const { input: search } = useTyped(filter, "search");
  const { data: products } = useAllProducts();
  const choice = (name: "role" | "plan" | "state", data: { value: string; label: string }[]) => (
    <FilterSelect
      filter={filter}
      name={name}
      any={t(`admin.users.any.${name}`)}
      w={{ base: "100%", xs: 180 }}
      label={t(`admin.users.${name}`)}
      data={data}
    />
  );
  return (
    <FilterBar
      filter={filter}
      names={["plan", "role", "state"]}
      search={<SearchInput flex="1 1 10rem" label={t("admin.users.search")} {...search} />}
    >
      {choice(
        "plan",
        (products?.data ?? []).map((one) => ({ value: String(one.id), label: nameOf(one, language) })),
      )}
      {choice(
        "role",
        ROLES.map((value) => ({ value, label: t(`admin.role.${value}`) })),
      )}
      {choice(
        "state",
        STATES.map((value) => ({ value, label: t(`admin.users.states.${value}`) })),
      )}
    </FilterBar>
  );
}
