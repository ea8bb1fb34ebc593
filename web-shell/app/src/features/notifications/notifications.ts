import type { paths } from "@sitewright/sdk/shell";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { useHeard } from "../../api/live";
import { usePageLanguage } from "../../i18n/use-page-language";

type List = paths["/api/notifications"]["get"]["responses"][200]["content"]["application/json"];
export type Notification = List["data"][number];

const KEY = ["notifications"];
const ASK_EVERY_MS = 60_000;

/** The newest notifications in the language of the screen, and how many of all are unread. */
export function useNotifications() {
  const language = usePageLanguage();
  const heard = useHeard(ASK_EVERY_MS);
  return useQuery({
    queryKey: [...KEY, language],
    queryFn: () => unwrap(api.GET("/api/notifications", { headers: quietly })),
    ...heard,
  });
}

const seen = (list: List | undefined, id: string | null) =>
  list && {
    ...list,
    unread: id === null ? 0 : list.unread - list.data.filter((one) => one.id === id && !one.read).length,
    data: list.data.map((one) => (id === null || one.id === id ? { ...one, read: true } : one)),
  };

/** Marks one as read, or all by null; the screen changes at once. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? unwrap(api.POST("/api/notifications/read"))
        : unwrap(api.POST("/api/notifications/{id}/read", { params: { path: { id } } })),
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueriesData<List>({ queryKey: KEY }, (list) => seen(list, id));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
