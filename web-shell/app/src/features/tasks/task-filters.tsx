import { ALL_PROJECTS, useProjectChoices } from "../../api/own-project";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { ProjectFilter } from "../../ui/project-filter";
import { SearchInput } from "../../ui/search-input";
import { DUES } from "./due";
import { type Filter, NAMES, SORTS, WANTED_STATES } from "./use-filter";

/** All of them fit on one line of a wide screen. */
const ROOM = "1 1 8.5rem";

/** Filters and sorts the tasks. The board has all states, in the order of their due dates. */
export function TaskFilters({ filter }: { filter: Filter }) {
  const { t } = useTexts("tasks");
  const projects = useProjectChoices();
  const { input } = useTyped(filter, "q");
  const owners = ["me", "none"] as const;
  const origins = ["hand", "finding"] as const;
  return (
    <FilterBar
      filter={filter}
      names={NAMES}
      search={
        <SearchInput
          flex="1 1 12rem"
          aria-label={t("tasks.filter.search")}
          placeholder={t("tasks.filter.search")}
          maxLength={200}
          {...input}
        />
      }
    >
      {!filter.isBoard && (
        <Choice
          flex={ROOM}
          aria-label={t("tasks.filter.state")}
          values={WANTED_STATES}
          text={(state) => t(`tasks.wanted.${state}`)}
          value={filter.state}
          onChange={(state) => filter.set("state", state === "unfinished" ? "" : (state ?? ""))}
        />
      )}
      <FilterSelect
        filter={filter}
        name="owner"
        flex={ROOM}
        any={t("tasks.filter.anyOwner")}
        aria-label={t("tasks.filter.owner")}
        data={owners.map((value) => ({ value, label: t(`tasks.owners.${value}`) }))}
      />
      <FilterSelect
        filter={filter}
        name="due"
        flex={ROOM}
        any={t("tasks.filter.anyDue")}
        aria-label={t("tasks.filter.due")}
        data={DUES.map((value) => ({ value, label: t(`tasks.dues.${value}`) }))}
      />
      <FilterSelect
        filter={filter}
        name="origin"
        flex={ROOM}
        any={t("tasks.filter.anyOrigin")}
        aria-label={t("tasks.filter.origin")}
        data={origins.map((value) => ({ value, label: t(`tasks.origins.${value}`) }))}
      />
      {!filter.isBoard && (
        <Choice
          flex={ROOM}
          aria-label={t("tasks.filter.sort")}
          values={SORTS}
          text={(sort) => t(`tasks.sorts.${sort}`)}
          value={filter.sort}
          onChange={(sort) => filter.set("sort", sort === "due" ? "" : (sort ?? ""))}
        />
      )}
      {projects && (
        <ProjectFilter
          projects={projects}
          label={t("tasks.filter.project")}
          any={t("tasks.filter.anyProject")}
          all={t("tasks.filter.allProjects")}
          value={filter.project}
          onChange={(project) => filter.set("project", project || ALL_PROJECTS)}
        />
      )}
    </FilterBar>
  );
}
