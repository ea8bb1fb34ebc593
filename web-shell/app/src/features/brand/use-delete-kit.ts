import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { notify } from "../../ui/notify";
import { brandKitQuery, contentOf, type Kit, type KitAnswer } from "./kit";

/** Deletes the kit and offers to take that back. */
export function useDeleteKit(kit: Kit, project_id: KitAnswer["project_id"], onDeleted: () => void) {
  const { t } = useTranslation("brand");
  const queries = useQueryClient();
  const restore = async () => {
    // Version 0: only if no other kit was saved meanwhile.
    const body = { ...contentOf(kit), version: 0, project_id };
    await unwrap(api.PUT("/api/brand-kit", { body }));
    await queries.invalidateQueries(brandKitQuery);
    notify.success(t("brand.page.restored"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/brand-kit")),
    onSuccess: () => {
      onDeleted();
      queries.setQueryData(brandKitQuery.queryKey, { brandKit: null, project_id });
      notify.undo(t("brand.page.deleted"), restore);
    },
  });
}
