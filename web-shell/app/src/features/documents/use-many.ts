import { under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery, unwrap, withId } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { saveFile } from "../../ui/save-file";
import type { DocumentFilter } from "./list-documents";

export type Format = "md" | "html" | "docx";

type Exported = { format: Format; filter: DocumentFilter; ids: string[] };

/** The actions on several documents at once. */
export function useMany(onDone: () => void = () => {}) {
  const { t } = useTexts("documents");
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(under("/api/documents", "/api/folders"));
  const post = (action: "trash" | "restore" | "delete", ids: string[]) =>
    unwrap(api.POST(`/api/documents/${action}` as const, { body: { ids } }));
  /** Deleted documents must not be requested again, only the lists that contained them. */
  const forget = (ids: string[]) => {
    for (const id of ids) queries.removeQueries(apiQuery("/api/documents/{id}", { path: { id } }));
  };
  const done = async (message: string) => {
    onDone();
    await refresh();
    notify.success(message);
  };
  /** An action that reports the number of its documents with this text. */
  const counted = <Of>(key: string, mutationFn: (of: Of) => Promise<{ count: number }>) => ({
    mutationFn,
    onSuccess: ({ count }: { count: number }) => done(t(key, { count })),
  });

  const restore = useMutation(counted("documents.trash.restored", (ids: string[]) => post("restore", ids)));
  const trash = useMutation({
    mutationFn: (ids: string[]) => post("trash", ids),
    onSuccess: async ({ count }, ids) => {
      forget(ids);
      onDone();
      await refresh();
      notify.undo(t("documents.trash.moved", { count }), () => restore.mutate(ids));
    },
  });
  const remove = useMutation(counted("documents.trash.deleted", (ids: string[]) => post("delete", ids)));
  const empty = useMutation(
    counted<void>("documents.trash.deleted", () => unwrap(api.DELETE("/api/documents/trash"))),
  );
  const move = useMutation(
    counted("documents.folder.moved", (to: { ids: string[]; folder_id: string | null }) =>
      unwrap(api.POST("/api/documents/move", { body: to })),
    ),
  );
  const favourite = useMutation({
    mutationFn: ({ id, favourite }: { id: string; favourite: boolean }) =>
      unwrap((favourite ? api.PUT : api.DELETE)("/api/documents/{id}/favourite", withId(id))),
    onSuccess: refresh,
  });
  return { restore, trash, remove, empty, move, favourite };
}

/** Exports documents as one archive. Fetched as data, so that errors are reported like any other. */
export function useExport() {
  const { t } = useTexts("documents");
  return useMutation({
    mutationFn: async ({ format, filter, ids }: Exported) => {
      const query = ids.length > 0 ? { ids: ids.join(","), trash: filter.trash } : filter;
      const file = await unwrap(
        api.GET("/api/documents/export/{format}", { params: { path: { format }, query }, parseAs: "blob" }),
      );
      saveFile(file as unknown as Blob, t("documents.export.file"));
    },
  });
}
