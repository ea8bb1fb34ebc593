import { ApiProblem } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import type { Answer } from "../../api/query";
import type { Language } from "../../paths";

export type Trial = Answer<"/api/admin/trials/{id}">;
export type TrialRun = Trial["runs"][number];

/** What is tried: a package, or the version of a tool that came with the server. */
export type Tried = { package: string } | { tool: string };

export const beginTrial = (tried: Tried, product: number, language: Language) =>
  unwrap<Trial>(api.POST("/api/admin/trials", { body: { ...tried, product_id: product, language } }));

/** A trial of one's own; null where it is over or was never there. It is read again when a run of it has ended. */
export const useTrial = (id: string | null) =>
  useQuery({
    queryKey: ["/api/admin/trials/{id}", { path: { id } }],
    queryFn: () =>
      unwrap<Trial | null>(
        api.GET("/api/admin/trials/{id}", { params: { path: { id: id ?? "" } }, headers: quietly }),
      ).catch((problem) => {
        if (problem instanceof ApiProblem && [404, 409].includes(problem.status)) return null;
        throw problem;
      }),
    enabled: id !== null,
  });

/** Where the page of a trial is, for what is tried. */
export const trialSearch = (tried: Tried & { review?: string }, trial?: string) =>
  `?${new URLSearchParams({ ...tried, ...(trial === undefined ? {} : { trial }) })}`;
