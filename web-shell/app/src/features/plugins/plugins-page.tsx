import { Group, TextInput } from "@mantine/core";
import { AdminItem, AdminList } from "../../admin/admin";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { SearchInput } from "../../ui/search-input";
import { StateBadge } from "../../ui/state-badge";
import { Line } from "../../ui/texts";
import { InstallPlugin } from "./install-plugin";
import { LEVELS, type PluginSummary, STATES } from "./plugins";

/** All tools: built-in and installed ones. */
export default function PluginsPage() {
  const { t } = useTexts("plugins");
  const list = useList("/api/admin/plugins", ({ get }) => ({
    query: {
      q: get("q") || undefined,
      publisher: get("publisher") || undefined,
      state: STATES.find((state) => state === get("state")),
      level: LEVELS.find((level) => level === get("level")),
    },
  }));
  return (
    <AdminList
      title={t("plugins.list.title")}
      lead={list.data ? t("plugins.list.count", { count: list.data.total }) : " "}
      action={
        <DialogButton label={t("plugins.install.open")} isMain icon="add">
          {(close) => <InstallPlugin onClose={close} />}
        </DialogButton>
      }
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "tools", title: t("plugins.list.none"), text: t("plugins.list.noneText") }}
    >
      {(plugin) => <Row key={plugin.id} plugin={plugin} />}
    </AdminList>
  );
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("plugins");
  const search = useTyped(filter, "q");
  const publisher = useTyped(filter, "publisher");
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
    <>
      <SearchInput flex="1 1 14rem" label={t("plugins.filter.search")} {...search} />
      {choice("state", STATES, (state) => t(`plugins.filter.states.${state}`))}
      <TextInput
        w={{ base: "100%", xs: 170 }}
        label={t("plugins.filter.publisher")}
        autoComplete="off"
        {...publisher}
      />
      {choice("level", LEVELS, (level) => t(`plugins.level.${level}`))}
    </>
  );
}

function Row({ plugin }: { plugin: PluginSummary }) {
  const { t, href } = useTexts("plugins");
  const facts = [
    plugin.version ? t("plugins.list.version", { version: plugin.version }) : t("plugins.list.noVersion"),
    plugin.publisher,
    plugin.level && t(`plugins.level.${plugin.level}`),
    // A package that serves only some accounts is not built-in.
    t(plugin.digest || !plugin.bundled ? "plugins.list.package" : "plugins.list.bundled"),
  ];
  return (
    <AdminItem
      name={plugin.name}
      to={href("adminPlugin", { plugin: plugin.id })}
      marks={<PluginMarks plugin={plugin} />}
    >
      <Line of={facts} />
    </AdminItem>
  );
}

/** The state that an administrator should notice. */
export function PluginMarks({ plugin }: { plugin: PluginSummary }) {
  const { t } = useTexts("plugins");
  return (
    <Group gap={6}>
      {plugin.waiting > 0 && (
        <StateBadge mark="warn">{t("plugins.mark.waiting", { count: plugin.waiting })}</StateBadge>
      )}
      {plugin.staged && <StateBadge mark="warn">{t("plugins.mark.staged")}</StateBadge>}
      {plugin.closed && <StateBadge mark="bad">{t("plugins.mark.closed")}</StateBadge>}
      {plugin.pinned && <StateBadge mark="plain">{t("plugins.mark.pinned")}</StateBadge>}
    </Group>
  );
}
