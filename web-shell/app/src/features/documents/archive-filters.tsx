import { Select } from "@mantine/core";
import { useRef, useState } from "react";
import { labelsOf, useProjects } from "../../api/projects";
import { useToolChoices } from "../../api/tool-choices";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { ProjectMark } from "../../ui/project-mark";
import { SearchInput } from "../../ui/search-input";
import { IconButton } from "../../ui/texts";
import { SORTS } from "./list-documents";
import { ALL_PROJECTS, COUNT, type Filter } from "./use-filter";

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

/** Filters the archive by project, as a chip that can be removed; nothing if there are no projects. */
function ProjectFilter({ value, onChange }: Props) {
  const { t } = useTexts("documents");
  const known = useProjects()?.projects;
  // An account usually has a project, so its place is there before it is known.
  const [expected] = useState(() => Number(localStorage.getItem(COUNT) ?? 1));
  const input = useRef<HTMLInputElement>(null);
  if ((known?.length ?? expected) === 0) return null;
  const labels = labelsOf(known ?? []);
  const chosen = known?.find(({ id }) => String(id) === value);
  return (
    <Select
      className="archive-project"
      data-set={chosen ? true : undefined}
      aria-label={t("documents.archive.project")}
      placeholder={t("documents.archive.anyProject")}
      leftSection={chosen && <ProjectMark {...chosen} size={18} />}
      ref={input}
      rightSectionWidth={40}
      rightSectionPointerEvents={chosen ? "all" : "none"}
      rightSection={
        chosen && (
          <IconButton
            icon="close"
            iconSize={14}
            label={t("documents.archive.allProjects")}
            onClick={() => {
              // The button goes with the filter.
              input.current?.focus();
              onChange(ALL_PROJECTS);
            }}
          />
        )
      }
      data={(known ?? []).map(({ id }) => ({ value: String(id), label: labels.get(id) ?? "" }))}
      value={chosen ? value : null}
      onChange={(project) => onChange(project ?? ALL_PROJECTS)}
    />
  );
}
