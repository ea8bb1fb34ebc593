import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

export const PER_PAGE = 10;

export const connectionsQuery = (page: number) =>
  queryOptions({
    queryKey: ["connections", "list", page],
    queryFn: () => unwrap(api.GET("/api/connections", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });

export const kindsQuery = queryOptions({
  queryKey: ["connections", "kinds"],
  queryFn: () => unwrap(api.GET("/api/connections/kinds")),
  staleTime: 60_000,
});

type Answer = paths["/api/connections"]["get"]["responses"][200]["content"]["application/json"];
export type Connection = Answer["data"][number];
