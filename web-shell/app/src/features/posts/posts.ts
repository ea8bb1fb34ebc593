import { type Answer, api, apiQuery, type Sent, unwrap, withId } from "../../api/client";

export type PostSummary = Answer<"/api/admin/posts">["data"][number];
export type Post = Answer<"/api/admin/posts/{id}">;
export type PostEdit = Sent<"/api/admin/posts/{id}", "patch">;
export type NewPost = Sent<"/api/admin/posts">;
export type Author = Answer<"/api/admin/authors">["data"][number];
export type AuthorEdit = Sent<"/api/admin/authors">;

export const KINDS = ["post", "page"] as const;
export const STATUSES = ["draft", "scheduled", "published"] as const;
export const SORTS = ["updated", "published", "title", "status", "author", "words"] as const;

/** The dot beside the word of a state. */
export const MARKS = { draft: "plain", scheduled: "warn", published: "good" } as const;

export const postQuery = (id: string) =>
  apiQuery("/api/admin/posts/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

/** All authors: a site has few. */
export const AUTHORS = ["/api/admin/authors", {}, { staleTime: 0 }] as const;

export const postActions = {
  create: (body: NewPost) => unwrap(api.POST("/api/admin/posts", { body })),
  change: (id: string, body: PostEdit) => unwrap(api.PATCH("/api/admin/posts/{id}", { ...withId(id), body })),
  takeText: (id: string) => unwrap(api.POST("/api/admin/posts/{id}/text", withId(id))),
  copyText: (id: string) => unwrap(api.POST("/api/admin/posts/{id}/document", withId(id))),
  publish: (id: string, at?: number) =>
    unwrap(
      api.POST("/api/admin/posts/{id}/publish", { ...withId(id), body: at === undefined ? {} : { at } }),
    ),
  withdraw: (id: string) => unwrap(api.POST("/api/admin/posts/{id}/withdraw", withId(id))),
  delete: (id: string) => unwrap(api.DELETE("/api/admin/posts/{id}", withId(id))),
};

export const authorActions = {
  create: (body: AuthorEdit) => unwrap(api.POST("/api/admin/authors", { body })),
  change: (id: string, body: AuthorEdit) =>
    unwrap(api.PATCH("/api/admin/authors/{id}", { ...withId(id), body })),
  delete: (id: string) => unwrap(api.DELETE("/api/admin/authors/{id}", withId(id))),
};
