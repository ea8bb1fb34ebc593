import { Select } from "@mantine/core";
import { labelsOf, useProjects } from "../../api/projects";
import { useToolChoices } from "../../api/tool-choices";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { SearchInput } from "../../ui/search-input";
import { useExpected } from "../../ui/use-expected";
import { SORTS } from "./list-documents";
import type { Filter } from "./use-filter";

/** Filters and sorts the open place. They need no data: choices that are still loading are there when they open. */
export function ArchiveFilters({ filter }: { filter: Filter }) {
  const { t } = useTexts("documents");
  const tools = useToolChoices(filter.tool);
  // Without search words, the best match is the newest.
  const sorts = SORTS.filter((sort) => sort !== "best" || filter.q);
  return (
    <search className="archive-filters">
      <SearchInput
        className="archive-search"
        aria-label={t("documents.archive.search")}
        placeholder={t("documents.archive.search")}
        maxLength={1000}
        {...filter.search}
      />
      <Select
        {...tools}
        aria-label={t("documents.archive.tool")}
        placeholder={t("documents.archive.anyTool")}
        clearable
        clearButtonProps={{ "aria-label": t("documents.archive.anyTool") }}
        onChange={(tool) => filter.set("tool", tool ?? "")}
      />
      <Choice
        aria-label={t("documents.archive.sort")}
        values={sorts}
        text={(sort) => t(`documents.sort.${sort}`)}
        value={sorts.includes(filter.sort) ? filter.sort : "newest"}
        onChange={(sort) => filter.set("sort", sort === "best" ? "" : (sort ?? ""))}
      />
      <ProjectFilter value={filter.project} onChange={(project) => filter.set("project", project)} />
    </search>
  );
}

type Props = { value: string; onChange: (project: string) => void };

/** Filters the archive by project; nothing if there are no projects. */
function ProjectFilter({ value, onChange }: Props) {
  const { t } = useTexts("documents");
  const known = useProjects()?.projects;
  // An account usually has a project, so its place is there before it is known.
  const expected = useExpected("sitewright.projects", known?.length, 1);
  if ((known?.length ?? expected) === 0) return null;
  const labels = labelsOf(known ?? []);
  return (
    <Select
      aria-label={t("documents.archive.project")}
      placeholder={t("documents.archive.anyProject")}
      clearable
      clearButtonProps={{ "aria-label": t("documents.archive.anyProject") }}
      data={(known ?? []).map(({ id }) => ({ value: String(id), label: labels.get(id) ?? "" }))}
      value={known && value ? value : null}
      onChange={(project) => onChange(project ?? "")}
    />
  );
}
