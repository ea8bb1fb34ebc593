import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { notify } from "../../ui/notify";
import { brandKitQuery, contentOf, type Kit } from "./kit";

/** Deletes the kit and offers to take that back. */
export function useDeleteKit(kit: Kit, onDeleted: () => void) {
  const { t } = useTranslation("brand");
  const queries = useQueryClient();
  const restore = async () => {
    // Version 0: only where nobody has filled in another one meanwhile.
    const body = { ...contentOf(kit), version: 0 };
    const { brandKit } = await unwrap(api.PUT("/api/brand-kit", { body }));
    queries.setQueryData(brandKitQuery.queryKey, brandKit);
    notify.success(t("brand.page.restored"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/brand-kit")),
    onSuccess: () => {
      onDeleted();
      queries.setQueryData(brandKitQuery.queryKey, null);
      notify.undo(t("brand.page.deleted"), restore);
    },
  });
}
