import { at, under, unicodeHost } from "@sitewright/sdk/shell";
import { useParams } from "react-router";
import { type Answer, api, apiQuery, unwrap, useApi, useLoaded, withId } from "../../api/client";
import { useHeard } from "../../api/live";
import { useProjects } from "../../api/projects";
import type { Mark } from "../../ui/state-badge";
import type { Level } from "./counts";

export type Audit = Answer<"/api/audits/{id}">;
export type AuditRow = Answer<"/api/audits">["data"][number];
export type AuditState = AuditRow["state"];
export type Rule = Answer<"/api/audits/{id}/rules">[number];
export type RuleTexts = Answer<"/api/audits/{id}/rules/{rule}">;
export type Finding = Answer<"/api/audits/{id}/findings">["data"][number];
export type Snippet = Finding["evidence"][number];
export type Address = Answer<"/api/audits/{id}/pages">["data"][number];
export type AddressFacts = Answer<"/api/audits/{id}/pages/{number}">;
export type Settings = Answer<"/api/projects/{id}/audit-settings">;
export type Ignore = Answer<"/api/audit-ignores">["data"][number];

export const LEVEL_MARKS = { error: "bad", warning: "warn", notice: "plain" } as const satisfies Record<
  Level,
  Mark
>;

export const LEVEL_COLOURS: Record<Level, string> = {
  error: "var(--mantine-color-error)",
  warning: "var(--sw-caution)",
  notice: "var(--mantine-color-dimmed)",
};

export const STATE_MARKS = {
  waiting: "plain",
  crawling: "good",
  checking: "good",
  paused: "warn",
  done: "good",
  failed: "bad",
  cancelled: "plain",
} as const satisfies Record<AuditState, Mark>;

/** The polling interval while no events arrive. */
export const POLL_MS = 3_000;

/** The data of all audits, and what projects ignore. */
export const AUDITS = under("/api/audits", "/api/audit-ignores");

export const auditQuery = (id: string) => apiQuery("/api/audits/{id}", { path: { id } });
export const settingsQuery = (id: number) =>
  apiQuery("/api/projects/{id}/audit-settings", { path: { id } }, { throwOnError: false });

/** Whether an audit still fetches or checks, or may go on. */
export const isOpen = ({ state }: Pick<AuditRow, "state">) =>
  !["done", "failed", "cancelled"].includes(state);

/** The audit of this page. */
export function useAudit(): Audit {
  const { audit: id = "" } = useParams();
  return useAuditOf(id);
}

export const useAuditOf = (id: string): Audit => useLoaded({ ...auditQuery(id), ...useHeard(POLL_MS) });

/** The rules of an audit with their counts, in the order in which they should be fixed. */
export const useRules = (id: string) => useApi("/api/audits/{id}/rules", { path: { id } }).data;

/** The project whose site is audited; null if there is none yet, undefined while projects load. */
export function useProject() {
  const known = useProjects();
  if (!known) return undefined;
  return known.projects.find(({ id }) => id === known.selected_project) ?? null;
}

/** The newest audit of the selected project; null if there is none. */
export function useNewest(project: number | undefined): AuditRow | null | undefined {
  const { data } = useApi(
    "/api/audits",
    { query: { ...(project && { project }), page: 1, per_page: 1 } },
    { enabled: project !== undefined, placeholderData: undefined, ...useHeard(POLL_MS) },
  );
  return data && (data.data[0] ?? null);
}

/** The host of an address as people write it. */
export function hostOf(address: string): string {
  try {
    return unicodeHost(new URL(address).host);
  } catch {
    return address;
  }
}

/** An address without its host: what differs between the pages of a site. */
export function pathOf(address: string): string {
  try {
    const { pathname, search } = new URL(address);
    return decodeURI(pathname) + search;
  } catch {
    return address;
  }
}

export type Turn = "pause" | "resume" | "cancel";

export const turn = (id: string, to: Turn) => unwrap(api.POST(`/api/audits/{id}/${to}` as const, withId(id)));

/** Checks a rule, a page or a rule on a page again, without a new crawl. */
export const checkAgain = (id: string, what: { rule?: string; page?: number }) =>
  unwrap(api.POST("/api/audits/{id}/again", { ...withId(id), body: what }));

/** The settings of a rule; the server omits what is as its pack describes it. */
export type RuleSetting = Partial<Settings["rules"][string]>;

/** Replaces the settings of a rule in those of a project. */
export async function saveRule(project: number, rule: string, { off = false, parameters = {} }: RuleSetting) {
  const { rules, ...others } = await unwrap(api.GET("/api/projects/{id}/audit-settings", withId(project)));
  const { [rule]: _, ...rest } = rules;
  const isSet = off || Object.keys(parameters).length > 0;
  return saveSettings(project, { ...others, rules: isSet ? { ...rest, [rule]: { off, parameters } } : rest });
}

export const saveSettings = (project: number, settings: Settings) =>
  unwrap(api.PUT("/api/projects/{id}/audit-settings", { ...withId(project), body: settings }));

/** The settings of the audits of all projects. */
export const SETTINGS = at("/api/projects/{id}/audit-settings");

/** Makes the task of a finding on a page, or of a rule wherever it found something; one that is there is opened again. */
export const makeTask = (id: string, of: { rule: string; page?: number; proposal?: string }) =>
  unwrap(api.POST("/api/audits/{id}/tasks", { ...withId(id), body: of }));

/** The finding of a task. */
export const ofFinding = ({ rule, page }: Finding) => ({ rule, ...(page !== null && { page }) });

/** The audits and the lists of tasks. */
export const TASKS = under("/api/audits", "/api/tasks");

export const stopIgnoring = (id: string) => unwrap(api.DELETE("/api/audit-ignores/{id}", withId(id)));

export const deleteAudit = (id: string) => unwrap(api.DELETE("/api/audits/{id}", withId(id)));

const SCORE_WORDS = [
  { from: 90, word: "excellent", colour: "var(--mantine-primary-color-filled)" },
  { from: 70, word: "good", colour: "var(--mantine-primary-color-filled)" },
  { from: 30, word: "fair", colour: "var(--sw-caution)" },
  { from: 0, word: "weak", colour: "var(--mantine-color-error)" },
] as const;
const WEAK = SCORE_WORDS[3];

/** A score in a word, with its colour. */
export const scoreWord = (score: number) => SCORE_WORDS.find(({ from }) => score >= from) ?? WEAK;
