import { ApiProblem } from "../problem";
import type { Run } from "../shapes";
import type { Shell } from "../shell-context";

type Order = { input: Record<string, unknown>; revises?: string };

/** Starts a run, optionally in a trial; the same `key` starts an ordinary run only once. */
export async function startRun(
  { api, trial }: Pick<Shell, "api" | "trial">,
  tool: string,
  order: Order,
  key: string,
): Promise<Run> {
  const { data, error, response } = trial
    ? await api.POST("/api/admin/trials/{id}/runs", {
        params: { path: { id: trial } },
        body: { input: order.input },
      })
    : await api.POST("/api/tools/{id}/runs", {
        params: { path: { id: tool }, header: { "Idempotency-Key": key } },
        body: order,
      });
  if (!data) throw new ApiProblem(response.status, error ?? {}, response.headers.get("retry-after"));
  return data;
}

export async function fetchRun({ api, quietly }: Pick<Shell, "api" | "quietly">, id: string): Promise<Run> {
  const { data, error, response } = await api.GET("/api/runs/{id}", {
    params: { path: { id } },
    headers: quietly,
  });
  if (!data) throw new ApiProblem(response.status, error ?? {}, null);
  return data;
}
