import { ApiProblem } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import type { Tried } from "../../admin/admin";
import { type Answer, api, quietly, unwrap } from "../../api/client";
import type { Language } from "../../paths";

export type Trial = Answer<"/api/admin/trials/{id}">;
export type TrialRun = Trial["runs"][number];

export const beginTrial = (tried: Tried, product: number, language: Language) =>
  unwrap<Trial>(api.POST("/api/admin/trials", { body: { ...tried, product_id: product, language } }));

/** A trial of the administrator; null if it has ended or never existed. It is reloaded after each run. */
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
