import { Card, Checkbox, Menu, Select } from "@mantine/core";
import { type DocumentSummary, EXPORTS, exportHref } from "@sitewright/sdk/shell";
import { useState } from "react";
import { labelsOf, useProjects } from "../../api/projects";
import { ConfirmDialog } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormDialog, useFields } from "../../ui/form";
import { Dim, IconButton } from "../../ui/texts";
import { useChosen } from "../../ui/use-chosen";
import { ArchiveBar } from "./archive-bar";
import { DocumentRow, type RowProject } from "./document-row";
import { indented, inOrder, useFolders } from "./folders";
import { MenuEntry } from "./menu-entry";
import { type Filter, UNFILED } from "./use-filter";
import { useMany } from "./use-many";

type RowMenuProps = {
  document: DocumentSummary;
  onMove: () => void;
  onDelete: () => void;
};

type MoveDialogProps = { ids: string[]; from: string | null; onDone: () => void; onClose: () => void };

type Props = { filter: Filter; documents: DocumentSummary[] };

/** The documents of a place, to open one by one or select together. */
export function ArchiveList({ filter, documents }: Props) {
  const { t } = useTexts("documents");
  const chosen = useChosen(
    JSON.stringify(filter.query),
    documents.map(({ id }) => id),
  );
  const [moving, setMoving] = useState<string[] | null>(null);
  const [deleting, setDeleting] = useState<string[] | null>(null);
  const bar = { filter, chosen, onMove: setMoving, onDelete: setDeleting };
  const marks = useProjectMarks(filter.project);
  const from = documents.find(({ id }) => id === moving?.[0])?.folder_id ?? null;
  return (
    <Card withBorder padding={0}>
      <ArchiveBar {...bar} shown={documents.length} />
      <ul className="document-list archive-list">
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            project={marks.get(document.project_id ?? 0)}
            before={
              <Checkbox
                className="document-above"
                aria-label={t("documents.choose.one", {
                  name: document.title || t("documents.row.untitled"),
                })}
                checked={chosen.has(document.id)}
                onChange={() => chosen.toggle(document.id)}
              />
            }
            after={
              <RowMenu
                document={document}
                onMove={() => setMoving([document.id])}
                onDelete={() => setDeleting([document.id])}
              />
            }
          />
        ))}
      </ul>
      {moving && (
        <MoveDialog ids={moving} from={from} onDone={chosen.clear} onClose={() => setMoving(null)} />
      )}
      {deleting && <DeleteForEver ids={deleting} onDone={chosen.clear} onClose={() => setDeleting(null)} />}
    </Card>
  );
}

/** The projects by number, if rows of several ones may be shown. */
function useProjectMarks(only: string): Map<number, RowProject> {
  const projects = useProjects()?.projects ?? [];
  if (only || projects.length < 2) return new Map();
  const labels = labelsOf(projects);
  return new Map(
    projects.map(({ id, color, icon, name }) => [id, { color, icon, name: labels.get(id) ?? name }]),
  );
}

function DeleteForEver({ ids, onDone, onClose }: { ids: string[]; onDone: () => void; onClose: () => void }) {
  const { t } = useTexts("documents");
  const { remove } = useMany(() => {
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t("documents.ask.deleteTitle", { count: ids.length })}
      text={t("documents.ask.deleteText")}
      go={t("documents.trash.delete")}
      cancel={t("documents.ask.keep")}
      changed={null}
      act={() => remove.mutateAsync(ids)}
      onClose={onClose}
    />
  );
}

/** Selects the target folder of documents. */
function MoveDialog({ ids, from, onDone, onClose }: MoveDialogProps) {
  const { t } = useTexts("documents");
  const { data } = useFolders();
  const form = useFields({ folder: from ?? UNFILED });
  const { folder } = form.values;
  const { move } = useMany(() => {
    onDone();
    onClose();
  });
  const branches = inOrder(data?.data ?? []);
  return (
    <FormDialog
      title={t("documents.folder.moveTitle", { count: ids.length })}
      onClose={onClose}
      {...form.submits(() => move.mutateAsync({ ids, folder_id: folder === UNFILED ? null : folder }))}
      go={t("documents.folder.move")}
    >
      {branches.length === 0 && <Dim>{t("documents.folder.noneYet")}</Dim>}
      <Select
        allowDeselect={false}
        data-autofocus
        data={[
          { value: UNFILED, label: t("documents.place.unfiled") },
          ...branches.map((branch) => ({ value: branch.id, label: indented(branch) })),
        ]}
        {...form.field("folder", t("documents.folder.where"))}
        comboboxProps={{ withinPortal: true }}
      />
    </FormDialog>
  );
}

/** The actions of a document in the list. */
function RowMenu({ document, onMove, onDelete }: RowMenuProps) {
  const { t } = useTexts("documents");
  const name = document.title || t("documents.row.untitled");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton
          icon="more"
          label={t("documents.row.menu", { name })}
          className="document-above"
          c="var(--mantine-color-text)"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {document.deleted_at ? (
          <InTrash document={document} onDelete={onDelete} />
        ) : (
          <InArchive document={document} onMove={onMove} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function InArchive({ document, onMove }: Pick<RowMenuProps, "document" | "onMove">) {
  const { t, href } = useTexts("documents");
  const { favourite, trash } = useMany();
  const { id } = document;
  return (
    <>
      <MenuEntry
        label={t(document.favourite ? "documents.row.unmark" : "documents.row.mark")}
        icon="star"
        isFilled={document.favourite}
        onClick={() => favourite.mutate({ id, favourite: !document.favourite })}
      />
      <MenuEntry label={t("documents.folder.move")} icon="folder" onClick={onMove} />
      <MenuEntry
        label={t("documents.history.title")}
        icon="clock"
        to={`${href("document", { document: id })}?history=1`}
      />
      {EXPORTS.map(({ format, title }) => (
        <MenuEntry key={format} label={title} icon="download" file={exportHref(id, format)} />
      ))}
      <MenuEntry label={t("documents.trash.move")} icon="trash" onClick={() => trash.mutate([id])} />
    </>
  );
}

function InTrash({ document, onDelete }: Pick<RowMenuProps, "document" | "onDelete">) {
  const { t } = useTexts("documents");
  const { restore } = useMany();
  return (
    <>
      <MenuEntry
        label={t("documents.trash.restore")}
        icon="again"
        onClick={() => restore.mutate([document.id])}
      />
      <MenuEntry label={t("documents.trash.delete")} icon="trash" onClick={onDelete} />
    </>
  );
}
