import { Menu } from "@mantine/core";
import { type DocumentSummary, EXPORTS, exportHref } from "@sitewright/sdk/shell";
import { useTexts } from "../../i18n/use-texts";
import { MenuEntry } from "../../ui/menu-entry";
import { IconButton } from "../../ui/texts";
import { useMany } from "./use-many";

type RowMenuProps = {
  document: DocumentSummary;
  onMove: () => void;
  onDelete: () => void;
};

/** The actions of a document in the list. */
export function RowMenu({ document, onMove, onDelete }: RowMenuProps) {
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
