import { Radio, Stack } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import type { Branch } from "./folders";

type Contents = "keep" | "trash";
type Props = {
  folder: Branch;
  onLeaving: (folder: Branch | null) => void;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks what becomes of the documents in a folder before it goes. */
export function DeleteFolder({ folder, onLeaving, onDeleted, onClose }: Props) {
  const { t } = useTranslation("documents");
  const [documents, setDocuments] = useState<Contents>("keep");
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
      text={t("documents.folder.deleteText", { count: folder.held })}
      go={t("documents.folder.delete")}
      done={t("documents.folder.deleted", { name: folder.name })}
      changed={under("/api/documents", "/api/folders")}
      act={remove}
      onClose={onClose}
    >
      {folder.held > 0 && (
        <Radio.Group
          label={t("documents.folder.contents")}
          value={documents}
          onChange={(value) => setDocuments(value as Contents)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={t("documents.folder.keep")} />
            <Radio value="trash" label={t("documents.folder.trash")} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
}
