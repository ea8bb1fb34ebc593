import { Menu } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useEffect, useState } from "react";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { MenuEntry } from "../../ui/menu-entry";
import { RadioChoice } from "../../ui/radio-choice";
import { TextButton } from "../../ui/texts";
import { FolderForm } from "./folder-form";
import { type Branch, DEEPEST, inOrder, useFolders } from "./folders";

type Contents = "keep" | "trash";

type DeleteFolderProps = {
  folder: Branch;
  onLeaving: (folder: Branch | null) => void;
  onDeleted: () => void;
  onClose: () => void;
};

/** The button, and the focus with it, disappears with the last open folder: then the page's content gets the focus. */
function useFocusOnContent() {
  useEffect(
    () => () => {
      if (document.activeElement === null || document.activeElement === document.body)
        document.getElementById("content")?.focus({ preventScroll: true });
    },
    [],
  );
}

type Props = {
  folder: Branch;
  onOpen: (place: string) => void;
  /** Called with the folder while it is being deleted, and with null if that failed. */
  onLeaving: (folder: Branch | null) => void;
};

/** The actions of the open folder. */
export function FolderMenu({ folder, onOpen, onLeaving }: Props) {
  const { t } = useTexts("documents");
  const [doing, setDoing] = useState<"edit" | "make" | "delete" | null>(null);
  const close = () => setDoing(null);
  useFocusOnContent();
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <TextButton
            label={t("documents.folder.menu")}
            size="xs"
            rightSection={<Icon name="down" size={15} />}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuEntry label={t("documents.folder.edit")} icon="edit" onClick={() => setDoing("edit")} />
          {folder.depth < DEEPEST && (
            <MenuEntry label={t("documents.folder.newInside")} icon="add" onClick={() => setDoing("make")} />
          )}
          <MenuEntry label={t("documents.folder.delete")} icon="trash" onClick={() => setDoing("delete")} />
        </Menu.Dropdown>
      </Menu>
      {doing === "edit" && <FolderForm folder={folder} onSaved={() => {}} onClose={close} />}
      {doing === "make" && <FolderForm parent={folder.id} onSaved={onOpen} onClose={close} />}
      {doing === "delete" && (
        <DeleteFolder
          folder={folder}
          onLeaving={onLeaving}
          onDeleted={() => onOpen(folder.parent_id ?? "")}
          onClose={close}
        />
      )}
    </>
  );
}

/** Asks what happens to the documents in a folder before it is deleted. */
function DeleteFolder({ folder, onLeaving, onDeleted, onClose }: DeleteFolderProps) {
  const { t } = useTexts("documents");
  const [documents, setDocuments] = useState<Contents>("keep");
  // The page may count those of one project; the question is about all.
  const all = inOrder(useFolders().data?.data ?? []);
  const held = all.find(({ id }) => id === folder.id)?.held ?? folder.held;
  const remove = async () => {
    // The event of the deletion may arrive before the response.
    onLeaving(folder);
    try {
      await unwrap(
        api.DELETE("/api/folders/{id}", { params: { path: { id: folder.id }, query: { documents } } }),
      );
    } catch (problem) {
      onLeaving(null);
      throw problem;
    }
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={t("documents.folder.deleteTitle", { name: folder.name })}
      text={t("documents.folder.deleteText", { count: held })}
      go={t("documents.folder.delete")}
      done={t("documents.folder.deleted", { name: folder.name })}
      changed={under("/api/documents", "/api/folders")}
      act={remove}
      onClose={onClose}
    >
      {held > 0 && (
        <RadioChoice
          label={t("documents.folder.contents")}
          values={["keep", "trash"]}
          text={(value) => t(`documents.folder.${value}`)}
          value={documents}
          onChange={setDocuments}
        />
      )}
    </ConfirmDialog>
  );
}
