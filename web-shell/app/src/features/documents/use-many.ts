import { under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery, unwrap, withId } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import type { DocumentFilter } from "./list-documents";

export type Format = "md" | "html" | "docx";

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

  const restore = useMutation({
    mutationFn: (ids: string[]) => post("restore", ids),
    onSuccess: ({ count }) => done(t("documents.trash.restored", { count })),
  });
  const trash = useMutation({
    mutationFn: (ids: string[]) => post("trash", ids),
    onSuccess: async ({ count }, ids) => {
      forget(ids);
      onDone();
      await refresh();
      notify.undo(t("documents.trash.moved", { count }), () => restore.mutate(ids));
    },
  });
  const remove = useMutation({
    mutationFn: (ids: string[]) => post("delete", ids),
    onSuccess: ({ count }) => done(t("documents.trash.deleted", { count })),
  });
  const empty = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/documents/trash")),
    onSuccess: ({ count }) => done(t("documents.trash.deleted", { count })),
  });
  const move = useMutation({
    mutationFn: (to: { ids: string[]; folder_id: string | null }) =>
      unwrap(api.POST("/api/documents/move", { body: to })),
    onSuccess: ({ count }) => done(t("documents.folder.moved", { count })),
  });
  const favourite = useMutation({
    mutationFn: ({ id, favourite }: { id: string; favourite: boolean }) =>
      unwrap((favourite ? api.PUT : api.DELETE)("/api/documents/{id}/favourite", withId(id))),
    onSuccess: refresh,
  });
  return { restore, trash, remove, empty, move, favourite };
}

/** Passes a file to the browser as a download. */
function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  // The browser reads it after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Exports documents as one archive. Fetched as data, so that errors are reported like any other. */
export function useExport() {
  const { t } = useTexts("documents");
  return useMutation({
    mutationFn: async ({
      format,
      filter,
      ids,
    }: {
      format: Format;
      filter: DocumentFilter;
      ids: string[];
    }) => {
      const query = ids.length > 0 ? { ids: ids.join(","), trash: filter.trash } : filter;
      const file = await unwrap(
        api.GET("/api/documents/export/{format}", { params: { path: { format }, query }, parseAs: "blob" }),
      );
      save(file as unknown as Blob, t("documents.export.file"));
    },
  });
}
