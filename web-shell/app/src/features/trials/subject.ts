import { ApiProblem } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import type { Tried } from "../../admin/admin";
import { api, quietly, unwrap } from "../../api/client";

/** The subject of a trial; `version` is null for a built-in version while another one serves. */
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
  // A trial without a package opens the built-in version.
  if (!plugin?.bundled) return null;
  return { name: plugin.name, version: plugin.digest ? null : plugin.version };
}

async function packageOf(digest: string, review: string | undefined): Promise<Known | null> {
  const asked = review
    ? unwrap(api.GET("/api/admin/reviews/{id}", of(review)))
    : unwrap(api.GET("/api/admin/packages/{id}", of(digest)));
  const found = await asked.catch(nullIfMissing);
  if (found?.digest !== digest) return null;
  // A package before its first review belongs to no plugin.
  const plugin = found.plugin ? await pluginOf(found.plugin) : null;
  return { name: plugin?.name ?? found.plugin ?? digest.slice(0, 12), version: found.version };
}

/** The subject of an address; null if it does not exist, undefined while that is unknown. */
export function useTried(asked: Asked | null) {
  return useQuery({
    queryKey: ["/api/admin/plugins", "tried", asked],
    queryFn: () => {
      if (!asked) return null;
      return "package" in asked ? packageOf(asked.package, asked.review) : toolOf(asked.tool);
    },
  });
}
