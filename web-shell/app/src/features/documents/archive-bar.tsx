import { Button, Checkbox, Group, Menu } from "@mantine/core";
import { EXPORTS } from "@sitewright/sdk/shell";
import { useTexts } from "../../i18n/use-texts";
import { IconButton, Small, starts, TextButton } from "../../ui/texts";
import type { Density } from "./archive-list";
import type { DocumentFilter } from "./list-documents";
import { type Filter, TRASH } from "./use-filter";
import { useExport, useMany } from "./use-many";
import { MOST, type Selection } from "./use-selection";

type ExportMenuProps = { filter: DocumentFilter; ids: string[]; isChosen: boolean };

type Props = {
  filter: Filter;
  chosen: Selection;
  /** Rows of this page, and documents that match. */
  shown: number;
  total: number;
  density: Density;
  onDensity: (density: Density) => void;
  onMove: (ids: string[]) => void;
  onDelete: (ids: string[]) => void;
};

/** Selects rows, and acts on those that are selected. */
export function ArchiveBar({ filter, chosen, shown, total, onMove, onDelete, ...view }: Props) {
  const { t, number } = useTexts("documents");
  const { ids } = chosen;
  const isTrash = filter.place === TRASH;
  // More than an action accepts: the filter says the same without ids.
  const exported = chosen.isWide && ids.length === total ? [] : ids;
  return (
    <Group className="archive-bar" gap="xs">
      <Checkbox
        aria-label={t("documents.choose.all")}
        checked={ids.length > 0 && ids.length >= shown}
        indeterminate={ids.length > 0 && ids.length < shown}
        onChange={chosen.toggleAll}
      />
      <Small role="status" className="archive-chosen">
        {ids.length > 0 ? t("documents.choose.count", { count: ids.length, shown: number(ids.length) }) : ""}
      </Small>
      <Group gap="xs" className="archive-actions">
        {ids.length > 0 && isTrash && <OfTrash ids={ids} onDelete={onDelete} onDone={chosen.clear} />}
        {ids.length > 0 && !isTrash && <OfArchive ids={ids} onMove={onMove} onDone={chosen.clear} />}
        <ExportMenu filter={filter.filter} ids={exported} isChosen={ids.length > 0} />
        <DensityButton {...view} />
      </Group>
      {chosen.mayExtend && (
        <Button
          variant="light"
          size="xs"
          className="archive-extend"
          loading={chosen.extend.isPending}
          onClick={() => chosen.extend.mutate()}
        >
          {total > MOST
            ? t("documents.choose.first", { shown: number(MOST) })
            : t("documents.choose.matching", { count: total, shown: number(total) })}
        </Button>
      )}
    </Group>
  );
}

/** Rows of one line show more documents at once. */
function DensityButton({ density, onDensity }: Pick<Props, "density" | "onDensity">) {
  const { t } = useTexts("documents");
  const isCompact = density === "compact";
  const label = t("documents.archive.compact");
  return (
    <IconButton
      icon="menu"
      iconSize={18}
      label={label}
      title={label}
      className="archive-density"
      variant={isCompact ? "light" : "subtle"}
      color={isCompact ? undefined : "gray"}
      aria-pressed={isCompact}
      onClick={() => onDensity(isCompact ? "comfortable" : "compact")}
    />
  );
}

type ActionProps = { ids: string[]; onDone: () => void };

function OfArchive({ ids, onMove, onDone }: ActionProps & Pick<Props, "onMove">) {
  const { t } = useTexts("documents");
  const { trash } = useMany(onDone);
  return (
    <>
      <TextButton label={t("documents.folder.move")} size="xs" icon="folder" onClick={() => onMove(ids)} />
      <TextButton label={t("documents.trash.move")} size="xs" icon="trash" {...starts(trash, ids)} />
    </>
  );
}

function OfTrash({ ids, onDelete, onDone }: ActionProps & Pick<Props, "onDelete">) {
  const { t } = useTexts("documents");
  const { restore } = useMany(onDone);
  return (
    <>
      <TextButton label={t("documents.trash.restore")} size="xs" icon="again" {...starts(restore, ids)} />
      <TextButton label={t("documents.trash.delete")} size="xs" icon="trash" onClick={() => onDelete(ids)} />
    </>
  );
}

/** Exports the selection, or all documents that match the filter. */
function ExportMenu({ filter, ids, isChosen }: ExportMenuProps) {
  const { t } = useTexts("documents");
  const download = useExport();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton
          label={t(isChosen ? "documents.export.chosen" : "documents.export.all")}
          size="xs"
          icon="download"
          loading={download.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORTS.map(({ format, title }) => (
          <Menu.Item key={format} onClick={() => download.mutate({ format, filter, ids })}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
