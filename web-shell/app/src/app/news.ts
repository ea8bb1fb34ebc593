import type { RunStatus, User, Words } from "@sitewright/sdk/shell";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { isList, marked, mistakesOf } from "../api/catalogue-cache";
import { reloadForProject } from "../api/query";

/** As `userQuery` of the session has it. */
const USER = ["user"];

type Run = { id: string; status: RunStatus; progress: unknown };
/** A page of runs as the API gives it, or only the runs of it. */
type Runs = { data: Run[] } | Run[];
type Hear = (queries: QueryClient, data: never) => void;

/** What is shown of these is asked for again; what is not shown is asked for when it is. */
const stale =
  (...key: QueryKey): Hear =>
  (queries) => {
    queries.invalidateQueries({ queryKey: key });
  };

type Changed = { id?: string; ids?: string[]; gone?: boolean };

/** What is gone is not asked for again, only the lists that it was in. The third part of a key is the id. */
const changed =
  (room: string): Hear =>
  (queries, { id, ids = id ? [id] : [], gone }: Changed) => {
    const isGone = (key: unknown) => gone && typeof key === "string" && ids.includes(key);
    queries.invalidateQueries({ queryKey: [room], predicate: ({ queryKey }) => !isGone(queryKey[2]) });
  };

/** A run at work reports often, and what it reports is all there is to know; its beginning and its end change more. */
function hearRun(queries: QueryClient, { id, status, progress }: Run) {
  if (status !== "running") return void queries.invalidateQueries({ queryKey: ["runs"] });
  const heard = (runs: Run[]) => runs.map((run) => (run.id === id ? { ...run, status, progress } : run));
  queries.setQueriesData<Runs>({ queryKey: ["runs"] }, (runs) => {
    if (!runs) return runs;
    return Array.isArray(runs) ? heard(runs) : { ...runs, data: heard(runs.data) };
  });
}

function hearFavourite(queries: QueryClient, { id, favourite }: { id: string; favourite: boolean }) {
  queries.setQueriesData({ queryKey: ["tools"] }, (data: unknown) => marked(data, id, favourite));
  // Lists of favourites, and those that begin with them, have other tools now.
  queries.invalidateQueries({ queryKey: ["tools"], predicate: isList });
}

function hearWords(queries: QueryClient, words: Words) {
  queries.setQueryData<User | null>(USER, (user) => user && { ...user, words });
  queries.invalidateQueries({ queryKey: ["words"] });
}

/** Another plan has other words, other tools and other limits. */
function hearPlan(queries: QueryClient) {
  for (const room of ["user", "plan", "tools", "words"]) queries.invalidateQueries({ queryKey: [room] });
}

/** What somebody asks for is in the administrators' list as well. */
function hearNotification(queries: QueryClient) {
  for (const room of ["notifications", "plan", "plan-requests"])
    queries.invalidateQueries({ queryKey: [room] });
}

/** A version that one works on is another one now, or there is none for these reasons. */
function hearDevelopment(queries: QueryClient, { id, mistakes }: { id: string; mistakes: string[] }) {
  queries.setQueryData(mistakesOf(id), mistakes);
  if (!mistakes.length) queries.invalidateQueries({ queryKey: ["tools"] });
}

const NEWS: Record<string, Hear> = {
  "words.changed": hearWords,
  "run.changed": hearRun,
  "favourite.changed": hearFavourite,
  "plan.changed": hearPlan,
  "development.changed": hearDevelopment,
  "document.changed": changed("documents"),
  "folder.changed": stale("documents"),
  "connection.changed": stale("connections"),
  "job.changed": changed("bulk"),
  "project.changed": (queries) => void reloadForProject(queries),
  "notification.created": hearNotification,
  "notification.read": stale("notifications"),
};

/** Brings what is shown in line with what the server says. Unknown news is of a newer server. */
export function hear(queries: QueryClient, event: string, data: unknown) {
  NEWS[event]?.(queries, data as never);
}
