import { under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { apiQuery } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";

/** Deletes a document and offers to take that back. */
export function useDeleteDocument(id: string) {
  const { t } = useTranslation("documents");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const href = useHref();
  const refresh = () => queries.invalidateQueries(under("/api/documents", "/api/folders"));

  const restore = async () => {
    await unwrap(api.POST("/api/documents/{id}/restore", { params: { path: { id } } }));
    await refresh();
    notify.success(t("documents.page.restored"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/documents/{id}", { params: { path: { id } } })),
    onSuccess: async () => {
      await navigate(href("archive"));
      queries.removeQueries(apiQuery("/api/documents/{id}", { path: { id } }));
      await refresh();
      notify.undo(t("documents.page.deleted"), restore);
    },
  });
}
