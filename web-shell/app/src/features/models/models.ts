import { type Answer, api, apiQuery, type Sent, unwrap } from "../../api/client";

export type Overview = Answer<"/api/admin/models">;
export type Connection = Overview["connections"][number];
export type LanguageModel = Connection["models"][number];
export type Role = Overview["default_role"];
export type ModelTest = Answer<"/api/admin/models/{id}/test", "post">;
export type Offered = Answer<"/api/admin/models/connections/{id}/offered">["models"][number];
export type ModelEdit = Sent<"/api/admin/models/{id}", "put">;

/** The results of tests by model. */
export type Tests = Record<string, ModelTest | "running">;
export type Test = (id: string) => Promise<void>;

export const overviewQuery = apiQuery("/api/admin/models", {});

/** The list with the entry at `place` moved by `step`; unchanged at its ends. */
export function moved<T>(list: readonly T[], place: number, step: -1 | 1): T[] {
  const [one, other] = [list[place], list[place + step]];
  if (one === undefined || other === undefined) return [...list];
  return list.map((entry, at) => (at === place ? other : at === place + step ? one : entry));
}

/** The model of a new connection to test: that of the role for the best texts, or the first one. */
export function toTest(overview: Overview, connection: string): string | undefined {
  const models = overview.connections.find(({ id }) => id === connection)?.models ?? [];
  const best = overview.roles.find(({ role }) => role === "best")?.models ?? [];
  return (models.find(({ id }) => best.includes(id)) ?? models[0])?.id;
}

/** The names of the offered models that make this. */
export const namesOf = (offered: Offered[], what: Offered["purpose"]) =>
  offered.filter(({ purpose }) => purpose === what).map(({ name }) => name);

/** A model as it is added, with what the provider says about it. */
export const offeredAs = (name: string, known?: Offered): ModelEdit => ({
  name,
  label: known?.label ?? null,
  input_usd: known?.input_usd ?? null,
  output_usd: known?.output_usd ?? null,
  context_tokens: known?.context_tokens ?? null,
  sees_images: known?.sees_images ?? false,
});

/** The role that a new model gets: no tool would use the first model without one. */
export function firstRole({ connected, roles }: Overview, known?: Offered): Role | undefined {
  if (known?.purpose !== "embeddings") return connected ? undefined : "best";
  const isFree = roles.some(({ role, models }) => role === "embeddings" && models.length === 0);
  return isFree ? "embeddings" : undefined;
}

/** Focuses an element after the next drawing: an action has moved or removed its own button. */
export const focusLater = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

const setRole = (role: Role, models: string[]) =>
  unwrap(api.PUT("/api/admin/models/roles/{role}", { params: { path: { role } }, body: { models } }));

export const modelActions = {
  setRole,
  setToolRole: (tool: string, role: Role | null) =>
    unwrap(api.PUT("/api/admin/models/tools/{tool}", { params: { path: { tool } }, body: { role } })),
  /** Adds a model; returns its id. */
  add: async (connection: string, body: ModelEdit, role: Role | undefined) => {
    const params = { path: { id: connection } };
    const { id } = await unwrap(api.POST("/api/admin/models/connections/{id}/models", { params, body }));
    if (role) await setRole(role, [id]);
    return id;
  },
};

/** Amounts below a dollar are shown exactly: a call may cost less than a cent. */
export const dollars = (language: string) => (usd: number) =>
  new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: usd < 1 ? 6 : 2,
  }).format(usd);
