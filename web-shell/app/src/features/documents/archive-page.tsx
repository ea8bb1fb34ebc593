import { Box, Group, Select, Stack, Title } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import { useEffect } from "react";
import { useProjects } from "../../api/projects";
import { useToolChoices } from "../../api/tool-choices";
import { PER_PAGE } from "../../api/use-list";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Pager } from "../../ui/list";
import { EmptyState, Loading, PageTitle } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { Lead, TextButton } from "../../ui/texts";
import { ArchiveList } from "./archive-list";
import { FolderMenu } from "./folder-menu";
import { inOrder, useFolders, useOpenFolder } from "./folders";
import { SORTS, useDocuments } from "./list-documents";
import { Places, usePlaces } from "./places";
import { FAVOURITES, type Filter, TRASH, useFilter } from "./use-filter";
import { useMany } from "./use-many";
import "./documents.css";

type Props = { value: string; onChange: (project: string) => void };

export default function ArchivePage() {
  const { t, number } = useTexts("documents");
  const filter = useFilter();
  const folders = useFolders();
  const branches = inOrder(folders.data?.data ?? []);
  const places = usePlaces(folders.data, branches);
  const open = places.find(({ id }) => id === filter.place);
  const { folder, setLeaving } = useOpenFolder(branches, filter.place);
  const { data } = useDocuments(filter.query);
  // Deleted in another window, or an old link.
  const isGone = folders.data !== undefined && !open && !folder;
  const title = (filter.place && (open ?? folder)?.name) || t("documents.archive.title");
  const { page, set } = filter;
  const isBeyond = data?.data.length === 0 && page > 1;
  // The last row of the last page may have been moved.
  useEffect(() => {
    if (isBeyond) set("page", "");
  }, [isBeyond, set]);
  const go = (place: string) => set("folder", place);
  return (
    <Stack gap="lg">
      <PageTitle>{title}</PageTitle>
      <Group justify="space-between" align="flex-end">
        <Box miw={0}>
          <Title order={1} className="archive-title">
            {title}
          </Title>
          <Lead role="status">
            {data ? t("documents.archive.count", { count: data.total, shown: number(data.total) }) : " "}
          </Lead>
        </Box>
        {folder && <FolderMenu folder={folder} onOpen={go} onLeaving={setLeaving} />}
        {filter.place === TRASH && <EmptyTrash count={folders.data?.trash ?? 0} />}
      </Group>
      <div className="archive-columns">
        <div>
          <Places places={places} open={open?.id ?? ""} onOpen={go} />
        </div>
        <Stack gap="md" miw={0}>
          <ArchiveFilters filter={filter} />
          {!data && <Loading h={240} radius="lg" />}
          {data?.data.length === 0 && !isBeyond && <Nothing filter={filter} isGone={isGone} />}
          {data && data.data.length > 0 && <ArchiveList filter={filter} documents={data.data} />}
          <Pager page={page} total={data?.total ?? 0} per={PER_PAGE} onPage={filter.onPage} />
        </Stack>
      </div>
    </Stack>
  );
}

/** Why a place is empty, and what to do next. */
function Nothing({ filter, isGone }: { filter: Filter; isGone: boolean }) {
  const { t } = useTexts("documents");
  const kind = isGone ? "gone" : reasonOf(filter);
  return (
    <EmptyState
      icon={ICONS[kind] ?? "archive"}
      title={t(`documents.${kind}.title`)}
      text={t(`documents.${kind}.text`)}
    >
      <NextStep kind={kind} filter={filter} />
    </EmptyState>
  );
}

type Reason = "gone" | "none" | "trashEmpty" | "noFavourites" | "folderEmpty" | "empty";

const ICONS: Partial<Record<Reason, IconName>> = {
  gone: "folder",
  trashEmpty: "trash",
  noFavourites: "star",
  folderEmpty: "folder",
};

function reasonOf({ isNarrow, place }: Filter): Reason {
  if (isNarrow) return "none";
  if (place === TRASH) return "trashEmpty";
  if (place === FAVOURITES) return "noFavourites";
  return place ? "folderEmpty" : "empty";
}

/** Links from an empty place: to the tools, to the whole place, or to all documents. */
function NextStep({ kind, filter }: { kind: Reason; filter: Filter }) {
  const { t, href } = useTexts("documents");
  if (kind === "empty") return <TextButton label={t("documents.empty.start")} isMain to={href("tools")} />;
  const whole = kind === "none" && filter.place ? `?folder=${encodeURIComponent(filter.place)}` : "";
  return (
    <TextButton
      label={t(kind === "none" ? "documents.none.reset" : "documents.place.all")}
      to={`${href("archive")}${whole}`}
    />
  );
}

function EmptyTrash({ count }: { count: number }) {
  const { t } = useTexts("documents");
  const { empty } = useMany();
  if (count === 0) return null;
  return (
    <ConfirmButton
      label={t("documents.trash.empty")}
      size="xs"
      title={t("documents.ask.deleteTitle", { count })}
      text={t("documents.ask.emptyText")}
      cancel={t("documents.ask.keep")}
      changed={null}
      act={() => empty.mutateAsync()}
    />
  );
}

/** Filters and sorts the open place. */
function ArchiveFilters({ filter }: { filter: Filter }) {
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
      <ProjectFilter value={filter.project} onChange={(project) => filter.set("project", project)} />
      <Choice
        aria-label={t("documents.archive.sort")}
        values={sorts}
        text={(sort) => t(`documents.sort.${sort}`)}
        value={sorts.includes(filter.sort) ? filter.sort : "newest"}
        onChange={(sort) => filter.set("sort", sort === "best" ? "" : (sort ?? ""))}
      />
    </search>
  );
}

/** Filters the archive by project; nothing if there are no projects. */
function ProjectFilter({ value, onChange }: Props) {
  const { t } = useTexts("documents");
  const projects = useProjects()?.projects ?? [];
  if (projects.length === 0) return null;
  return (
    <Select
      aria-label={t("documents.archive.project")}
      placeholder={t("documents.archive.anyProject")}
      clearable
      clearButtonProps={{ "aria-label": t("documents.archive.anyProject") }}
      data={projects.map(({ id, language_code, site }) => ({
        value: String(id),
        label: `${site.domain} (${language_code})`,
      }))}
      value={value || null}
      onChange={(project) => onChange(project ?? "")}
    />
  );
}
