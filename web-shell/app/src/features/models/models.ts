import { ApiProblem } from "@sitewright/sdk/shell";
import { type Answer, apiQuery } from "../../api/client";

export type Overview = Answer<"/api/admin/models">;
export type Connection = Overview["connections"][number];
export type LanguageModel = Connection["models"][number];
export type Role = Overview["default_role"];
export type Kind = Connection["kind"];
export type ModelTest = Answer<"/api/admin/models/{id}/test", "post">;

export const overviewQuery = apiQuery("/api/admin/models", {});

/** The usual address of each kind. */
export const ADDRESSES: Record<Kind, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com",
  gemini: "https://generativelanguage.googleapis.com",
};
export const KINDS = Object.keys(ADDRESSES) as Kind[];

/** The list with the entry at `place` moved by `step`; unchanged at its ends. */
export function moved<T>(list: readonly T[], place: number, step: -1 | 1): T[] {
  const [one, other] = [list[place], list[place + step]];
  if (one === undefined || other === undefined) return [...list];
  return list.map((entry, at) => (at === place ? other : at === place + step ? one : entry));
}

/** The field that a failure of a provider belongs to. */
export function fieldOf(code: string): "key" | "url" {
  return code === "model.wrong-key" || code === "model.no-credit" ? "key" : "url";
}

/** A failure of a provider, as the error of a field. */
export function atField(problem: unknown): unknown {
  if (!(problem instanceof ApiProblem) || !problem.code.startsWith("model.")) return problem;
  return new ApiProblem(422, { errors: { [fieldOf(problem.code)]: [problem.message] } }, null);
}

/** The model of a new connection to test: that of the role for the best texts, or the first one. */
export function toTest(overview: Overview, connection: string): string | undefined {
  const models = overview.connections.find(({ id }) => id === connection)?.models ?? [];
  const best = overview.roles.find(({ role }) => role === "best")?.models ?? [];
  return (models.find(({ id }) => best.includes(id)) ?? models[0])?.id;
}
