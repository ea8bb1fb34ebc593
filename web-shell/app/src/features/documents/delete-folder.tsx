import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
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
  const queries = useQueryClient();
  const [documents, setDocuments] = useState<Contents>("keep");
  const remove = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/folders/{id}", { params: { path: { id: folder.id }, query: { documents } } })),
    // News of the deletion may come before its answer.
    onMutate: () => onLeaving(folder),
    onError: () => onLeaving(null),
    onSuccess: async () => {
      onClose();
      onDeleted();
      await queries.invalidateQueries(under("/api/documents", "/api/folders"));
      notify.success(t("documents.folder.deleted", { name: folder.name }));
    },
  });
  return (
    <Dialog title={t("documents.folder.deleteTitle", { name: folder.name })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t("documents.folder.deleteText", { count: folder.held })}</Text>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("documents.folder.cancel")}
          </Button>
          <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("documents.folder.delete")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
