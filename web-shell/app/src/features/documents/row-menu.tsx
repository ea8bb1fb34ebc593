import { ActionIcon, Menu } from "@mantine/core";
import { type DocumentSummary, EXPORTS, exportHref } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useHref } from "../../i18n/use-page-language";
import { useMany } from "./use-many";

type Props = {
  document: DocumentSummary;
  onMove: () => void;
  onDelete: () => void;
};

/** What can be done with one document of the list. */
export function RowMenu({ document, onMove, onDelete }: Props) {
  const { t } = useTranslation("documents");
  const name = document.title || t("documents.row.untitled");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className="document-above"
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={t("documents.row.menu", { name })}
        >
          <Icon name="more" />
        </ActionIcon>
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

function InArchive({ document, onMove }: Pick<Props, "document" | "onMove">) {
  const { t } = useTranslation("documents");
  const href = useHref();
  const { favourite, trash } = useMany();
  const { id } = document;
  return (
    <>
      <Menu.Item
        leftSection={<Icon name="star" size={16} filled={document.favourite} />}
        onClick={() => favourite.mutate({ id, favourite: !document.favourite })}
      >
        {t(document.favourite ? "documents.row.unmark" : "documents.row.mark")}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="folder" size={16} />} onClick={onMove}>
        {t("documents.folder.move")}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`${href("document", { document: id })}?history=1`}
        leftSection={<Icon name="clock" size={16} />}
      >
        {t("documents.history.title")}
      </Menu.Item>
      {EXPORTS.map(({ format, title }) => (
        <Menu.Item
          key={format}
          component="a"
          href={exportHref(id, format)}
          download
          leftSection={<Icon name="download" size={16} />}
        >
          {title}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => trash.mutate([id])}>
        {t("documents.trash.move")}
      </Menu.Item>
    </>
  );
}

function InTrash({ document, onDelete }: Pick<Props, "document" | "onDelete">) {
  const { t } = useTranslation("documents");
  const { restore } = useMany();
  return (
    <>
      <Menu.Item leftSection={<Icon name="again" size={16} />} onClick={() => restore.mutate([document.id])}>
        {t("documents.trash.restore")}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={onDelete}>
        {t("documents.trash.delete")}
      </Menu.Item>
    </>
  );
}
