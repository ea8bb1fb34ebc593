import { replaceEqualDeep, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./problem";
import { at } from "./queries";
import type { Document } from "./shapes";
import { useShell } from "./shell-context";

/** `version` is the changed version; the newest known one by default. */
export type DocumentChange = {
  title?: string;
  text?: string;
  data?: Record<string, unknown>;
  version?: number;
};

/** The export formats of a document. Their names are the same in every language. */
export const EXPORTS = [
  { format: "md", title: "Markdown" },
  { format: "html", title: "HTML" },
  { format: "docx", title: "Word (.docx)" },
] as const;

/** The address of an export of a document. */
export const exportHref = (id: string, format: (typeof EXPORTS)[number]["format"]) =>
  `/api/documents/${id}/export/${format}`;

/** The document after a response: a stale response, requested before a change, is ignored. */
export function newest(known: Document | undefined, answer: Document): Document {
  return known && known.id === answer.id && known.version > answer.version
    ? known
    : replaceEqualDeep(known, answer);
}

/** A saved document: read, change and export it. `id` is null while it does not exist. */
export function useDocument(id: string | null) {
  const { api, quietly } = useShell();
  const queries = useQueryClient();
  const params = { path: { id: id ?? "" } };
  const queryKey = ["/api/documents/{id}", params];

  const document = useQuery({
    queryKey,
    enabled: id !== null,
    throwOnError: false,
    structuralSharing: (known, answer) => newest(known as Document | undefined, answer as Document),
    queryFn: async () => {
      const { data, error, response } = await api.GET("/api/documents/{id}", { params, headers: quietly });
      if (!data) throw new ApiProblem(response.status, error ?? {}, null);
      return data;
    },
  });

  const save = useMutation({
    mutationFn: async (change: DocumentChange) => {
      const { data, error, response } = await api.PATCH("/api/documents/{id}", {
        params,
        body: { ...change, version: change.version ?? document.data?.version },
      });
      if (!data) throw new ApiProblem(response.status, error ?? {}, null);
      return data;
    },
    onSuccess: (saved: Document) => {
      queries.setQueryData(queryKey, saved);
      queries.invalidateQueries(at("/api/documents"));
      queries.invalidateQueries(at("/api/documents/{id}/versions"));
    },
  });

  const rate = useMutation({
    mutationFn: async (rating: "good" | "bad" | null) => {
      const { error, response } = await api.PUT("/api/documents/{id}/rating", {
        params,
        body: { rating },
      });
      if (!response.ok) throw new ApiProblem(response.status, error ?? {}, null);
      return rating;
    },
    onSuccess: (rating) =>
      queries.setQueryData(queryKey, (before: Document | undefined) => before && { ...before, rating }),
  });

  return {
    document: document.data ?? null,
    problem: document.error,
    reload: document.refetch,
    save: save.mutateAsync,
    saving: save.isPending,
    rate: rate.mutate,
  };
}
