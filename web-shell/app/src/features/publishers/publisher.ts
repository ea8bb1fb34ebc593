import { type Answer, api, apiQuery, type Sent, unwrap, useApi, withId } from "../../api/client";
import { PER_PAGE } from "../../api/use-list";

export type Own = Answer<"/api/publisher">;
export type Publisher = NonNullable<Own["publisher"]>;
export type Submission = Answer<"/api/publisher/packages/{id}">;
export type SubmissionState = Submission["state"];
export type OwnPlugin = Answer<"/api/publisher/plugins">["data"][number];
export type PluginStats = Answer<"/api/publisher/plugins/{id}/stats">;
export type Figures = PluginStats["total"];
export type NewPublisher = Sent<"/api/publisher">;
export type PublisherEdit = Sent<"/api/publisher", "patch">;
export type Payout = Sent<"/api/publisher/payout", "put">;

/** Whether the account is a publisher, with its profile. */
export const ownQuery = apiQuery("/api/publisher", {});

/** The latest packages, as on the first page of their list. */
export const useLatest = () => useApi("/api/publisher/packages", { query: { page: 1, per_page: PER_PAGE } });

export const submissionQuery = (id: string) =>
  apiQuery("/api/publisher/packages/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

/** The statistics of a plugin, by default of the last 30 days. */
export const statsQuery = (id: string, days = 30) =>
  apiQuery("/api/publisher/plugins/{id}/stats", { path: { id }, query: { days } }, { quiet: true });

/** The address of the same figures as CSV. */
export const tableOf = (id: string, days: number) =>
  `/api/publisher/plugins/${encodeURIComponent(id)}/stats.csv?days=${days}`;

export const actions = {
  register: (body: NewPublisher) => unwrap(api.POST("/api/publisher", { body })),
  edit: (body: PublisherEdit) => unwrap(api.PATCH("/api/publisher", { body })),
  pay: (body: Payout) => unwrap(api.PUT("/api/publisher/payout", { body })),
  addKey: (key: string, challenge: string, signature: string) =>
    unwrap(api.POST("/api/publisher/keys", { body: { key, challenge, signature } })),
  retireKey: (id: string) => unwrap(api.DELETE("/api/publisher/keys/{id}", withId(id))),
  send: (file: File) =>
    unwrap(
      api.POST("/api/publisher/packages", {
        params: { query: { file_name: file.name } },
        // The body is the package and not JSON.
        body: file as unknown as undefined,
        bodySerializer: (body) => body as unknown as string,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    ),
  submit: (id: string, note: string) =>
    unwrap(api.POST("/api/publisher/packages/{id}/submit", { ...withId(id), body: { note } })),
  withdraw: (id: string) => unwrap(api.POST("/api/publisher/packages/{id}/withdraw", withId(id))),
  delete: (id: string) => unwrap(api.DELETE("/api/publisher/packages/{id}", withId(id))),
};
