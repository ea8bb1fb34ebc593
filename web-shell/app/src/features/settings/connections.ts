import { type Answer, apiQuery } from "../../api/client";

export const PER_PAGE = 10;

export const kindsQuery = apiQuery("/api/connections/kinds", {}, { staleTime: 60_000, throwOnError: false });

export type Connection = Answer<"/api/connections">["data"][number];
