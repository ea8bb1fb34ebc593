import { Group, Skeleton, type SkeletonProps, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { TextButton } from "./texts";

type State = "waiting" | "failed" | "offline";

/** What the page asked for and has nothing of. */
const missing = (queries: QueryClient) =>
  queries.getQueryCache().findAll({ type: "active", predicate: ({ state }) => state.data === undefined });

/** While something may still arrive this is "waiting": what failed then need not be what a place waits for. */
export function stateOf(queries: QueryClient): State {
  const states = missing(queries).map(({ state }) => state);
  if (states.some(({ fetchStatus }) => fetchStatus === "fetching")) return "waiting";
  if (states.some(({ status }) => status === "error")) return "failed";
  return states.some(({ fetchStatus }) => fetchStatus === "paused") ? "offline" : "waiting";
}

function useLoadingState(queries: QueryClient): State {
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  );
  return useSyncExternalStore(subscribe, () => stateOf(queries));
}

/** Stands where something is fetched. Once nothing can arrive any more it says so, and offers another try. */
export function Loading(props: SkeletonProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const state = useLoadingState(queries);
  if (state === "waiting") return <Skeleton {...props} />;
  const retry = () =>
    queries.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.data === undefined && state.status === "error",
    });
  return (
    <Group gap="sm" py="md" data-loading={state}>
      <Icon name={state === "offline" ? "offline" : "alert"} />
      <Text>{t(`shell.loading.${state}`)}</Text>
      {state === "failed" && <TextButton label={t("shell.loading.retry")} size="xs" onClick={retry} />}
    </Group>
  );
}
