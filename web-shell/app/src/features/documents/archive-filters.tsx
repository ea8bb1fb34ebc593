import { Select } from "@mantine/core";
import { ALL_PROJECTS, useProjectChoices } from "../../api/own-project";
import { useToolChoices } from "../../api/tool-choices";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { ProjectFilter } from "../../ui/project-filter";
import { SearchInput } from "../../ui/search-input";
import { SORTS } from "./list-documents";
import type { Filter } from "./use-filter";

/** Filters and sorts the open place. They need no data: choices that are still loading are there when they open. */
export function ArchiveFilters({ filter }: { filter: Filter }) {
  const { t } = useTexts("documents");
  const projects = useProjectChoices();
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
      {projects && (
        <ProjectFilter
          projects={projects}
          label={t("documents.archive.project")}
          any={t("documents.archive.anyProject")}
          all={t("documents.archive.allProjects")}
          value={filter.project}
          onChange={(project) => filter.set("project", project || ALL_PROJECTS)}
        />
      )}
    </search>
  );
}
