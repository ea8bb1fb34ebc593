import { Checkbox, Group, Menu } from "@mantine/core";
import { EXPORTS } from "@sitewright/sdk/shell";
import { useTexts } from "../../i18n/use-texts";
import { Small, starts, TextButton } from "../../ui/texts";
import type { Chosen } from "../../ui/use-chosen";
import type { DocumentFilter } from "./list-documents";
import { type Filter, TRASH } from "./use-filter";
import { useExport, useMany } from "./use-many";

type ExportMenuProps = { filter: DocumentFilter; ids: string[] };

type Props = {
  filter: Filter;
  chosen: Chosen;
  shown: number;
  onMove: (ids: string[]) => void;
  onDelete: (ids: string[]) => void;
};

/** Selects rows, and acts on those that are selected. */
export function ArchiveBar({ filter, chosen, shown, onMove, onDelete }: Props) {
  const { t } = useTexts("documents");
  const { ids } = chosen;
  const isTrash = filter.place === TRASH;
  return (
    <Group className="archive-bar" gap="xs">
      <Checkbox
        aria-label={t("documents.choose.all")}
        checked={ids.length > 0 && ids.length === shown}
        indeterminate={ids.length > 0 && ids.length < shown}
        onChange={chosen.toggleAll}
      />
      <Small role="status" flex={1} miw={90}>
        {ids.length > 0 ? t("documents.choose.count", { count: ids.length }) : ""}
      </Small>
      {ids.length > 0 && (isTrash ? <OfTrash ids={ids} onDelete={onDelete} onDone={chosen.clear} /> : null)}
      {ids.length > 0 && !isTrash && <OfArchive ids={ids} onMove={onMove} onDone={chosen.clear} />}
      <ExportMenu filter={filter.filter} ids={ids} />
    </Group>
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
function ExportMenu({ filter, ids }: ExportMenuProps) {
  const { t } = useTexts("documents");
  const download = useExport();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton
          label={t(ids.length > 0 ? "documents.export.chosen" : "documents.export.all")}
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
