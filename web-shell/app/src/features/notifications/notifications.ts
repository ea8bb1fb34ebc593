import { under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Answer, api, unwrap, useApi, withId } from "../../api/client";
import { useHeard } from "../../api/live";

type List = Answer<"/api/notifications">;
export type Notification = List["data"][number];

const ALL = under("/api/notifications");
const ASK_EVERY_MS = 60_000;

/** The newest notifications, and the number of unread ones. */
export function useNotifications() {
  const heard = useHeard(ASK_EVERY_MS);
  return useApi("/api/notifications", {}, { quiet: true, throwOnError: false, ...heard });
}

const seen = (list: List | undefined, id: string | null) =>
  list && {
    ...list,
    unread: id === null ? 0 : list.unread - list.data.filter((one) => one.id === id && !one.read).length,
    data: list.data.map((one) => (id === null || one.id === id ? { ...one, read: true } : one)),
  };

/** Marks one as read, or all if null; the screen changes at once. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? unwrap(api.POST("/api/notifications/read"))
        : unwrap(api.POST("/api/notifications/{id}/read", withId(id))),
    onMutate: async (id) => {
      await queries.cancelQueries(ALL);
      queries.setQueriesData<List>(ALL, (list) => seen(list, id));
    },
    onSettled: () => queries.invalidateQueries(ALL),
  });
}
