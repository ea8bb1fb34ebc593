import { Select, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useToolChoices } from "../../api/tool-choices";
import { SORTS } from "./list-documents";
import { ProjectFilter } from "./project-filter";
import type { Filter } from "./use-filter";

/** Narrows the open place down and puts it in order. */
export function ArchiveFilters({ filter }: { filter: Filter }) {
  const { t } = useTranslation("documents");
  const tools = useToolChoices(filter.tool);
  // Without words to match, the best order is that of the newest.
  const sorts = SORTS.filter((sort) => sort !== "best" || filter.q);
  return (
    <search className="archive-filters">
      <TextInput
        type="search"
        className="archive-search"
        aria-label={t("documents.archive.search")}
        placeholder={t("documents.archive.search")}
        leftSection={<Icon name="search" size={16} />}
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
      <ProjectFilter value={filter.project} onChange={(project) => filter.set("project", project)} />
      <Select
        aria-label={t("documents.archive.sort")}
        allowDeselect={false}
        data={sorts.map((sort) => ({ value: sort, label: t(`documents.sort.${sort}`) }))}
        value={sorts.includes(filter.sort) ? filter.sort : "newest"}
        onChange={(sort) => filter.set("sort", sort === "best" ? "" : (sort ?? ""))}
      />
    </search>
  );
}
