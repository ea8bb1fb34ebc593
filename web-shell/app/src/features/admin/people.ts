import { ApiProblem, type paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { useConfirmed } from "../../confirm/use-confirmed";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type PersonSummary = Answer<"/api/admin/users">["data"][number];
export type Person = Answer<"/api/admin/users/{id}">;
export type Role = Person["role"];
export type Session = Person["sessions"][number];

export const ROLES: Role[] = ["user", "admin", "super-admin"];
export const SORTS = ["newest", "seen"] as const;

export type PeopleFilter = {
  search?: string | undefined;
  role?: Role | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  page: number;
  per_page: number;
};

/** A page of people; the last one stays on the screen while the next is fetched. */
export function usePeople(filter: PeopleFilter) {
  return useQuery({
    queryKey: ["admin", "users", filter],
    queryFn: () => unwrap(api.GET("/api/admin/users", { params: { query: filter } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const personQuery = (id: string) => ({
  queryKey: ["admin", "user", id],
  queryFn: () => unwrap(api.GET("/api/admin/users/{id}", { params: { path: { id } }, headers: quietly })),
  // What others do about this person must show.
  staleTime: 0,
});

/** For the page's loader: whoever does not exist has no page. */
export const loadPerson = (id: string) => queryClient.fetchQuery(personQuery(id));

export function usePerson(id: string) {
  return useQuery({
    ...personQuery(id),
    throwOnError: (problem, { state }) =>
      state.data === undefined || (problem instanceof ApiProblem && problem.status === 403),
  });
}

/**
 * Does something about a person: asks for the password where that is needed, says that it is done, and loads anew what
 * the pages of the administration show, or the part of it that has changed.
 */
export function useDeed() {
  const queries = useQueryClient();
  const { errors, message, busy, submit } = useFormProblem();
  const { run, dialog } = useConfirmed();
  const act = (deed: () => Promise<unknown>, done?: string, changed = ["admin"]) =>
    submit(() =>
      run(async () => {
        await deed();
        if (done) notify.success(done);
        await queries.invalidateQueries({ queryKey: changed });
      }),
    );
  return { errors, message, busy, dialog, act };
}
