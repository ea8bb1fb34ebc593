import { ApiProblem } from "../problem";
import type { Run } from "../shapes";
import type { Shell } from "../shell-context";

type Api = Shell["api"];
type Order = { input: Record<string, unknown>; revises?: string };

/** Starts a run; the same `key` twice starts it once. */
export async function startRun(api: Api, tool: string, order: Order, key: string): Promise<Run> {
  const { data, error, response } = await api.POST("/api/tools/{id}/runs", {
    params: { path: { id: tool }, header: { "Idempotency-Key": key } },
    body: order,
  });
  if (!data) throw new ApiProblem(response.status, error ?? {}, response.headers.get("retry-after"));
  return data;
}

/** A run as it stands now. */
export async function fetchRun({ api, quietly }: Pick<Shell, "api" | "quietly">, id: string): Promise<Run> {
  const { data, error, response } = await api.GET("/api/runs/{id}", {
    params: { path: { id } },
    headers: quietly,
  });
  if (!data) throw new ApiProblem(response.status, error ?? {}, null);
  return data;
}
