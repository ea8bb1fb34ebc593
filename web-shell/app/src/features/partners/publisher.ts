import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { useConfirmed } from "../../confirm/use-confirmed";
import { currentLanguage } from "../../i18n/i18n";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Language } from "../../paths";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;
type Sent<Path extends keyof paths, Method extends "post" | "put" | "patch"> = paths[Path][Method] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

export type Own = Answer<"/api/publisher">;
export type Publisher = NonNullable<Own["publisher"]>;
export type Submission = Answer<"/api/publisher/packages/{id}">;
export type SubmissionState = Submission["state"];
export type OwnPlugin = Answer<"/api/publisher/plugins">["data"][number];
export type PluginStats = Answer<"/api/publisher/plugins/{id}/stats">;
export type Figures = PluginStats["total"];
export type NewPublisher = Sent<"/api/publisher", "post">;
export type PublisherEdit = Sent<"/api/publisher", "patch">;
export type Payout = Sent<"/api/publisher/payout", "put">;

export const PER_PAGE = 20;

/** Everything of the portal that the server may have changed. */
const ALL = ["publisher"];

/** Whether the account is a publisher, and what is known of it. */
export function useOwn() {
  return useQuery({
    queryKey: [...ALL, "own"],
    queryFn: () => unwrap(api.GET("/api/publisher")),
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useSubmissions(page: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: [...ALL, "packages", language, page],
    queryFn: () =>
      unwrap(api.GET("/api/publisher/packages", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const submissionQuery = (language: Language, id: string) => ({
  queryKey: [...ALL, "package", language, id],
  queryFn: () =>
    unwrap(api.GET("/api/publisher/packages/{id}", { params: { path: { id } }, headers: quietly })),
  staleTime: 0,
});

/** For the page's loader: what does not exist has no page. */
export const loadSubmission = (id: string) => queryClient.fetchQuery(submissionQuery(currentLanguage(), id));

export const useSubmission = (id: string) =>
  useQuery({
    ...submissionQuery(usePageLanguage(), id),
    throwOnError: (_, { state }) => state.data === undefined,
  });

export function useOwnPlugins(page: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: [...ALL, "plugins", language, page],
    queryFn: () =>
      unwrap(api.GET("/api/publisher/plugins", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const FIRST_DAYS = 30;

const statsQuery = (language: Language, id: string, days: number) => ({
  queryKey: [...ALL, "stats", language, id, days],
  queryFn: () =>
    unwrap(
      api.GET("/api/publisher/plugins/{id}/stats", {
        params: { path: { id }, query: { days } },
        headers: quietly,
      }),
    ),
});

/** For the page's loader: what does not exist, or is another publisher's, has no page. */
export const loadPluginStats = (id: string) =>
  queryClient.fetchQuery(statsQuery(currentLanguage(), id, FIRST_DAYS));

export const usePluginStats = (id: string, days = FIRST_DAYS) =>
  useQuery({
    ...statsQuery(usePageLanguage(), id, days),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });

/** Where the same figures can be had as a table. */
export const tableOf = (id: string, days: number) =>
  `/api/publisher/plugins/${encodeURIComponent(id)}/stats.csv?days=${days}`;

const of = (id: string) => ({ params: { path: { id } } });

export const deeds = {
  register: (body: NewPublisher) => unwrap(api.POST("/api/publisher", { body })),
  edit: (body: PublisherEdit) => unwrap(api.PATCH("/api/publisher", { body })),
  pay: (body: Payout) => unwrap(api.PUT("/api/publisher/payout", { body })),
  challenge: () => unwrap(api.GET("/api/publisher/challenge")),
  addKey: (key: string, challenge: string, signature: string) =>
    unwrap(api.POST("/api/publisher/keys", { body: { key, challenge, signature } })),
  retireKey: (id: string) => unwrap(api.DELETE("/api/publisher/keys/{id}", of(id))),
  send: (file: File) =>
    unwrap(
      api.POST("/api/publisher/packages", {
        params: { query: { file_name: file.name } },
        // The body is the package itself and not JSON.
        body: file as unknown as undefined,
        bodySerializer: (body) => body as unknown as string,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    ),
  submit: (id: string, note: string) =>
    unwrap(api.POST("/api/publisher/packages/{id}/submit", { ...of(id), body: { note } })),
  withdraw: (id: string) => unwrap(api.POST("/api/publisher/packages/{id}/withdraw", of(id))),
  delete: (id: string) => unwrap(api.DELETE("/api/publisher/packages/{id}", of(id))),
};

/** Does something: asks for the password where that is needed, says that it is done, and loads anew what is shown. */
export function useDeed() {
  const queries = useQueryClient();
  const { errors, message, busy, submit } = useFormProblem();
  const { run, dialog } = useConfirmed();
  const act = (deed: () => Promise<unknown>, done?: string) =>
    submit(() =>
      run(async () => {
        await deed();
        if (done) notify.success(done);
        await queries.invalidateQueries({ queryKey: ALL });
      }),
    );
  return { errors, message, busy, dialog, act };
}
