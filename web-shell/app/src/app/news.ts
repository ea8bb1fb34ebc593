import { at, type RunStatus, type User, under, type Words, whenNothingIsLost } from "@sitewright/sdk/shell";
import type { QueryClient } from "@tanstack/react-query";
import { hearPage } from "../api/brand-reading";
import { isList, marked, mistakesOf, TOOLS } from "../api/catalogue-cache";
import { reloadForProject } from "../api/client";

type Run = { id: string; status: RunStatus; progress: unknown };
type Hear = (queries: QueryClient, data: never) => void;
type Prefixes = Parameters<typeof under>;

/** Reloads the visible queries of these paths now, and the others when they are shown. */
const stale =
  (...prefixes: Prefixes): Hear =>
  (queries) => {
    queries.invalidateQueries(under(...prefixes));
  };

type Changed = { id?: string; ids?: string[]; gone?: boolean };

/** Reloads the queries below these paths, except those that the event reports as deleted. */
const changed =
  (...prefixes: Prefixes): Hear =>
  (queries, { id, ids = id ? [id] : [], gone }: Changed) => {
    const { predicate } = under(...prefixes);
    const isGone = (params: unknown) => ids.includes((params as { path?: { id?: string } }).path?.id ?? "");
    queries.invalidateQueries({
      predicate: (query) => predicate(query) && !(gone && isGone(query.queryKey[1])),
    });
  };

/** A run reports progress often, and the event contains all of it; its start and its end change more. */
function hearRun(queries: QueryClient, { id, status, progress }: Run) {
  if (status !== "running") return void queries.invalidateQueries(under("/api/runs", "/api/admin/trials"));
  const heard = (run: Run) => (run.id === id ? { ...run, status, progress } : run);
  queries.setQueriesData<{ data: Run[] }>(
    at("/api/runs"),
    (runs) => runs && { ...runs, data: runs.data.map(heard) },
  );
}

function hearFavourite(queries: QueryClient, { id, favourite }: { id: string; favourite: boolean }) {
  queries.setQueriesData(TOOLS, (data: unknown) => marked(data, id, favourite));
  // Lists of favourites, and lists sorted by favourites, have changed.
  queries.invalidateQueries({ predicate: isList });
}

function hearWords(queries: QueryClient, words: Words) {
  queries.setQueryData<User | null>(at("/api/user").queryKey, (user) => user && { ...user, words });
  queries.invalidateQueries(under("/api/words"));
}

/** A version in development has changed, or failed to change for these reasons. */
function hearDevelopment(queries: QueryClient, { id, mistakes }: { id: string; mistakes: string[] }) {
  queries.setQueryData(mistakesOf(id), mistakes);
  if (!mistakes.length) queries.invalidateQueries(TOOLS);
}

/** Another window may have switched the project: an unsaved edit is not taken from the screen, the page follows later. */
const hearProject = (queries: QueryClient) =>
  whenNothingIsLost("project", () => void reloadForProject(queries));

/** The shortest times between two reloads after events that come in quick succession. */
const CALM_MS = 1_000;
const FIGURES_MS = 5_000;
const AUDIT_MS = 500;

/** Applies the first of several events at once, and the rest together after a pause. */
function calmly(hear: Hear, pause = CALM_MS): Hear {
  let waits = false;
  let isLater = false;
  return function calm(queries, data) {
    isLater = waits;
    if (waits) return;
    waits = true;
    hear(queries, data);
    setTimeout(() => {
      waits = false;
      if (isLater) calm(queries, data);
      isLater = false;
    }, pause);
  };
}

const NEWS: Record<string, Hear> = {
  "words.changed": hearWords,
  "pages.changed": stale("/api/pages"),
  "run.changed": hearRun,
  "favourite.changed": hearFavourite,
  // Another plan has other words, pages, tools and limits.
  "plan.changed": stale("/api/user", "/api/plan", "/api/tools", "/api/words", "/api/pages"),
  "development.changed": hearDevelopment,
  "document.changed": changed("/api/documents", "/api/folders"),
  "folder.changed": stale("/api/documents", "/api/folders"),
  "connection.changed": stale("/api/connections"),
  "job.changed": changed("/api/bulk"),
  // One for each task of an audit.
  "task.changed": calmly(stale("/api/tasks")),
  "task.deleted": changed("/api/tasks"),
  "webhook.changed": calmly(stale("/api/webhooks")),
  // One for each text that is written.
  "shop.changed": calmly(stale("/api/shops")),
  // One for each batch of pages.
  "audit.changed": calmly(stale("/api/audits"), AUDIT_MS),
  "brand.page-read": hearPage,
  "project.changed": hearProject,
  // Administrators have a list of the requests of users.
  "notification.created": stale("/api/notifications", "/api/plan", "/api/admin/plan-requests"),
  "notification.read": stale("/api/notifications"),
};

/** Events that change what dashboards count. */
const COUNTED = ["words.changed", "document.changed", "job.changed", "shop.changed"];
const reloadFigures = calmly(stale("/api/dashboard", "/api/projects"), FIGURES_MS);

/** Applies an event of the server to the cache. Unknown events come from a newer server. */
export function hear(queries: QueryClient, event: string, data: unknown) {
  if (COUNTED.includes(event)) reloadFigures(queries, data as never);
  NEWS[event]?.(queries, data as never);
}
