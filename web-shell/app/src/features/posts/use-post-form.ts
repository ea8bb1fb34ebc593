import { ApiProblem, useUnsaved } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { type Post, type PostEdit, postActions, postQuery } from "./posts";

export const valuesOf = (post: Post) => ({
  title: post.title,
  slug: post.slug,
  description: post.description,
  tags: post.tags,
  author_id: post.author_id,
  cover_id: post.cover?.id ?? null,
  cover_alt: post.cover_alt,
  twin_id: post.twin_id,
  takes_twin: false,
});

type Values = ReturnType<typeof valuesOf>;

/** The changed fields: a slug that is not sent follows the title of a draft. */
export function changesOf(before: Values, after: Values): PostEdit {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(changed);
}

/** What prevents the publication, as errors of the fields. */
function faultsOf({ problems }: Post): Record<string, string[]> | null {
  const blocking = problems.filter(({ is_blocking }) => is_blocking);
  if (blocking.length === 0) return null;
  return Object.fromEntries(blocking.map(({ field, message }) => [field, [message]]));
}

/** The facts about a post, and the actions that need them to be saved. */
export function usePostForm(post: Post) {
  const { t } = useTexts("posts");
  const queries = useQueryClient();
  const form = useActionForm(valuesOf(post));
  const [hasTried, setTried] = useState(false);
  const changes = changesOf(valuesOf(post), form.values);
  const isChanged = Object.keys(changes).length > 0;
  const release = useUnsaved(isChanged);
  /** Shows what the server has answered. */
  const take = (next: Post) => {
    queries.setQueryData(postQuery(post.id).queryKey, next);
    form.set(valuesOf(next));
    return next;
  };
  const save = async () => take(await postActions.change(post.id, changes));
  /** Saves, and goes on if nothing prevents the publication; else the fields show what does. */
  const prepare = (go: () => void) => {
    setTried(true);
    return form.act(
      async () => {
        const errors = faultsOf(isChanged ? await save() : post);
        if (errors) throw new ApiProblem(422, { errors }, null);
        go();
      },
      undefined,
      null,
    );
  };
  const run = (action: () => Promise<Post>, done: string) => form.act(async () => take(await action()), done);
  return {
    ...form,
    isChanged,
    hasTried,
    release,
    prepare,
    run,
    saving: form.submits(save, t("posts.saved")),
  };
}

export type PostForm = ReturnType<typeof usePostForm>;
