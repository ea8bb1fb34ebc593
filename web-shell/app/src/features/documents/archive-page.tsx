import { Box, Group, Stack, Title } from "@mantine/core";
import type { IconName } from "@sitewright/ui/icon";
import { useDeferredValue, useEffect } from "react";
import { ALL_PROJECTS } from "../../api/own-project";
import { useProjects } from "../../api/projects";
import { PER_PAGE } from "../../api/use-list";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { EmptyState, Loading, PageTitle } from "../../ui/page";
import { Dim, Lead, TextButton } from "../../ui/texts";
import { ArchiveFilters } from "./archive-filters";
import { ArchiveList } from "./archive-list";
import { FolderMenu } from "./folder-menu";
import { inOrder, useFolders, useOpenFolder } from "./folders";
import { useDocuments } from "./list-documents";
import { Places, usePlaces } from "./places";
import { FAVOURITES, type Filter, TRASH, useFilter } from "./use-filter";
import { useMany } from "./use-many";
import "./documents.css";

/** The list of most places is longer than a window. */
const LIST_PX = 720;

export default function ArchivePage() {
  const { t, number } = useTexts("documents");
  const filter = useFilter();
  const folders = useFolders(filter.counted);
  const branches = inOrder(folders.data?.data ?? []);
  const places = usePlaces(folders.data, branches);
  const open = places.find(({ id }) => id === filter.place);
  const { folder, setLeaving } = useOpenFolder(branches, filter.place);
  // A page of rows is much to draw: the page reacts meanwhile.
  const found = useDeferredValue(useDocuments(filter.query).data);
  const projects = useProjects();
  // The rows name their projects.
  const data = projects && found;
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
          <Group gap="sm" align="baseline">
            <Title order={1} className="archive-title">
              {title}
            </Title>
            <Dim role="status">
              {data && t("documents.archive.count", { count: data.total, shown: number(data.total) })}
            </Dim>
          </Group>
          <Lead>{t(filter.place === TRASH ? "documents.trashEmpty.text" : "documents.archive.lead")}</Lead>
        </Box>
        {folder && <FolderMenu folder={folder} onOpen={go} onLeaving={setLeaving} />}
        {filter.place === TRASH && <EmptyTrash count={folders.data?.trash ?? 0} />}
      </Group>
      <div className="archive-columns">
        <div>
          <Places
            places={places}
            isKnown={folders.data !== undefined}
            open={open?.id ?? ""}
            project={filter.asked}
            onOpen={go}
          />
        </div>
        <Stack gap="md" miw={0}>
          <ArchiveFilters filter={filter} />
          {!data && <Loading h={LIST_PX} radius="lg" />}
          {data?.data.length === 0 && !isBeyond && <Nothing filter={filter} isGone={isGone} />}
          {data && data.data.length > 0 && (
            <ArchiveList filter={filter} documents={data.data} total={data.total} />
          )}
          <Pager page={page} total={data?.total ?? 0} per={PER_PAGE} onPage={filter.onPage} />
        </Stack>
      </div>
    </Stack>
  );
}

/** Why a place is empty, and what to do next. */
function Nothing({ filter, isGone }: { filter: Filter; isGone: boolean }) {
  const { t, number } = useTexts("documents");
  const other = useOther(filter, !isGone);
  if (other === undefined) return <Loading h={240} radius="lg" />;
  const kind = isGone ? "gone" : other > 0 ? "elsewhere" : reasonOf(filter);
  return (
    <EmptyState
      icon={ICONS[kind] ?? "archive"}
      title={t(`documents.${kind}.title`, { count: other, shown: number(other) })}
      text={t(`documents.${kind}.text`)}
    >
      <NextStep kind={kind} filter={filter} />
    </EmptyState>
  );
}

/** How many documents of other projects a place contains that has none of this one; undefined while it loads. */
function useOther({ filter, project, place, isNarrow }: Filter, isPlace: boolean): number | undefined {
  const isAsked = isPlace && Boolean(project && place) && !isNarrow;
  const all = useDocuments({ ...filter, project: undefined, per_page: 1 }, isAsked);
  if (!isAsked) return 0;
  return all.isPending || all.isPlaceholderData ? undefined : (all.data?.total ?? 0);
}

type Reason =
  | "gone"
  | "none"
  | "elsewhere"
  | "projectEmpty"
  | "trashEmpty"
  | "noFavourites"
  | "folderEmpty"
  | "empty";

const ICONS: Partial<Record<Reason, IconName>> = {
  gone: "folder",
  elsewhere: "folder",
  trashEmpty: "trash",
  noFavourites: "star",
  folderEmpty: "folder",
};

function reasonOf({ isNarrow, place, project }: Filter): Reason {
  if (isNarrow) return "none";
  if (project && !place) return "projectEmpty";
  if (place === TRASH) return "trashEmpty";
  if (place === FAVOURITES) return "noFavourites";
  return place ? "folderEmpty" : "empty";
}

/** Links from an empty place: to the tools, to the whole place, or to all documents. */
function NextStep({ kind, filter }: { kind: Reason; filter: Filter }) {
  const { t, href } = useTexts("documents");
  if (kind === "empty") return <TextButton label={t("documents.empty.start")} isMain to={href("tools")} />;
  if (kind === "projectEmpty" || kind === "elsewhere") {
    const { place } = filter;
    const query = new URLSearchParams({ ...(place && { folder: place }), project: ALL_PROJECTS });
    return <TextButton label={t("documents.archive.allProjects")} to={`${href("archive")}?${query}`} />;
  }
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
