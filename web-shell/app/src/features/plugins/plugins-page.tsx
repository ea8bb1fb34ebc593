import { Group, TextInput } from "@mantine/core";
import { AdminTable } from "../../admin/admin";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { type Column, figure, Two } from "../../ui/data-table";
import { DialogButton } from "../../ui/dialog";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { SearchInput } from "../../ui/search-input";
import { sortingOf } from "../../ui/sorting";
import { StateBadge } from "../../ui/state-badge";
import { usdOf } from "../../ui/usd";
import { InstallPlugin } from "./install-plugin";
import { LEVELS, type PluginSummary, SORTS, STATES } from "./plugins";

const usual = { by: "id", order: "asc" } as const;

/** All tools: built-in and installed ones. */
export default function PluginsPage() {
  const { t, href } = useTexts("plugins");
  const list = useList("/api/admin/plugins", (filter) => {
    const { get } = filter;
    const { by: sort, order } = sortingOf(filter, SORTS, usual);
    return {
      query: {
        q: get("q") || undefined,
        publisher: get("publisher") || undefined,
        state: STATES.find((state) => state === get("state")),
        level: LEVELS.find((level) => level === get("level")),
        sort,
        order,
      },
    };
  });
  return (
    <AdminTable
      title={t("plugins.list.title")}
      lead={list.data ? t("plugins.list.count", { count: list.data.total }) : " "}
      action={
        <DialogButton label={t("plugins.install.open")} isMain icon="add">
          {(close) => <InstallPlugin onClose={close} />}
        </DialogButton>
      }
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "plug", title: t("plugins.list.none"), text: t("plugins.list.noneText") }}
      width={1040}
      columns={useColumns()}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
      to={({ id }) => href("adminPlugin", { plugin: id })}
    />
  );
}

function useColumns(): Column<PluginSummary>[] {
  const { t, language, number } = useTexts("plugins");
  const cost = usdOf(language);
  return [
    {
      title: t("plugins.table.name"),
      isHead: true,
      sort: "name",
      cell: ({ id, name }) => <Two of={[name, id]} />,
    },
    { title: t("plugins.table.version"), cell: (plugin) => <Version plugin={plugin} /> },
    { title: t("plugins.table.publisher"), sort: "publisher", cell: ({ publisher }) => publisher },
    figure(t("plugins.table.runs"), ({ runs }) => number(runs), "runs"),
    figure(
      t("plugins.table.failed"),
      ({ runs, failed }) => (failed > 0 ? `${number(failed)} (${share(language, failed / runs)})` : "0"),
      "failed",
    ),
    figure(t("plugins.table.words"), ({ words }) => number(words), "words"),
    figure(t("plugins.table.cost"), ({ cost_usd }) => cost(cost_usd), "cost"),
    { title: t("plugins.table.state"), cell: (plugin) => <PluginMarks plugin={plugin} /> },
  ];
}

const share = (language: string, value: number) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(value);

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("plugins");
  const { input: search } = useTyped(filter, "q");
  const { input: publisher } = useTyped(filter, "publisher");
  const choice = (name: "state" | "level", options: readonly string[], label: (option: string) => string) => (
    <FilterSelect
      filter={filter}
      name={name}
      any={t("plugins.filter.any")}
      w={{ base: "100%", xs: 190 }}
      label={t(`plugins.filter.${name}`)}
      data={options.map((value) => ({ value, label: label(value) }))}
    />
  );
  return (
    <FilterBar
      filter={filter}
      names={["state", "publisher", "level"]}
      search={<SearchInput flex="1 1 10rem" label={t("plugins.filter.search")} {...search} />}
    >
      {choice("state", STATES, (state) => t(`plugins.filter.states.${state}`))}
      <TextInput
        w={{ base: "100%", xs: 170 }}
        label={t("plugins.filter.publisher")}
        autoComplete="off"
        {...publisher}
      />
      {choice("level", LEVELS, (level) => t(`plugins.level.${level}`))}
    </FilterBar>
  );
}

/** The version that serves everyone, and where it comes from. */
function Version({ plugin }: { plugin: PluginSummary }) {
  const { t } = useTexts("plugins");
  // A package that serves only some accounts is not built-in.
  const from = plugin.level
    ? t(`plugins.level.${plugin.level}`)
    : t(plugin.digest || !plugin.bundled ? "plugins.list.package" : "plugins.list.bundled");
  return <Two of={[plugin.version ?? t("plugins.list.noVersion"), from]} />;
}

/** The state that an administrator should notice. */
export function PluginMarks({ plugin }: { plugin: PluginSummary }) {
  const { t } = useTexts("plugins");
  return (
    <Group gap={6} wrap="nowrap">
      {plugin.waiting > 0 && (
        <StateBadge mark="warn">{t("plugins.mark.waiting", { count: plugin.waiting })}</StateBadge>
      )}
      {plugin.staged && <StateBadge mark="warn">{t("plugins.mark.staged")}</StateBadge>}
      {plugin.closed && <StateBadge mark="bad">{t("plugins.mark.closed")}</StateBadge>}
      {plugin.pinned && <StateBadge mark="plain">{t("plugins.mark.pinned")}</StateBadge>}
    </Group>
  );
}
