import { ApiProblem } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import type { Tried } from "../../admin/admin";
import { api, quietly, unwrap } from "../../api/client";

/** What is tried, as its reader calls it; `version` is null where it came with the server and another one serves. */
export type Known = { name: string; version: string | null };

type Asked = Tried & { review?: string };

const of = (id: string) => ({ params: { path: { id } }, headers: quietly });

/** An invalid digest or name is treated as an unknown one. */
const nullIfMissing = (problem: unknown) => {
  if (problem instanceof ApiProblem && [400, 404, 422].includes(problem.status)) return null;
  throw problem;
};

const pluginOf = (id: string) => unwrap(api.GET("/api/admin/plugins/{id}", of(id))).catch(nullIfMissing);

async function toolOf(id: string): Promise<Known | null> {
  const plugin = await pluginOf(id);
  // A trial without a package opens the version that came with the server.
  if (!plugin?.bundled) return null;
  return { name: plugin.name, version: plugin.digest ? null : plugin.version };
}

async function packageOf(digest: string, review: string | undefined): Promise<Known | null> {
  const asked = review
    ? unwrap(api.GET("/api/admin/reviews/{id}", of(review)))
    : unwrap(api.GET("/api/admin/packages/{id}", of(digest)));
  const found = await asked.catch(nullIfMissing);
  if (found?.digest !== digest) return null;
  // What waits for its first review belongs to no plugin yet.
  const plugin = found.plugin ? await pluginOf(found.plugin) : null;
  return { name: plugin?.name ?? found.plugin ?? digest.slice(0, 12), version: found.version };
}

/** What an address asks to try; null where there is no such thing, undefined as long as that is not known. */
export function useTried(asked: Asked | null) {
  return useQuery({
    queryKey: ["/api/admin/plugins", "tried", asked],
    queryFn: () => {
      if (!asked) return null;
      return "package" in asked ? packageOf(asked.package, asked.review) : toolOf(asked.tool);
    },
  });
}
