import { ApiProblem, useUnsaved } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "../../api/client";
import { useFields } from "../../ui/form";
import { BLANK, brandKitQuery, contentOf, type KitAnswer, type KitContent, withoutBlankLines } from "./kit";

/** The form input and the version of the kit it is based on; kept for the browser session until it is saved. */
type Draft = { values: KitContent; version: number };

function remembered(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    // Invalid data, such as of another program; fall back to the saved kit.
    return null;
  }
}

const draftOf = ({ brandKit }: KitAnswer): Draft => ({
  values: contentOf(brandKit ?? BLANK),
  version: brandKit?.version ?? 0,
});

/** The storage key of a form's draft, per project. */
export const draftKey = (form: string, { project_id }: KitAnswer) =>
  `sitewright.${form}${project_id === null ? "" : `.${project_id}`}`;

/** The state of the brand kit's form. The input survives errors, a change of language and a reload. */
export function useBrandForm(kit: KitAnswer, key: string) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(() => remembered(key));
  const [opened, setOpened] = useState(() => draftOf(kit));
  const [conflict, setConflict] = useState(false);
  const [saved, setSaved] = useState(false);
  const { ref, message, errors, busy, submit } = useFields({});
  const { values, version } = draft ?? opened;
  const release = useUnsaved(draft !== null, { outlivesLanguage: true });

  useEffect(() => {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
  }, [key, draft]);

  // Synchronous, because an effect would not run after the page is left.
  const forget = () => {
    sessionStorage.removeItem(key);
    release();
    setDraft(null);
  };

  const set = (change: (before: KitContent) => KitContent) => {
    setSaved(false);
    setDraft((before) => {
      const { values, version } = before ?? opened;
      return { values: change(values), version };
    });
  };

  const save = async () => {
    const body = withoutBlankLines(values);
    // Errors refer to lines by index, so the screen shows the lines that are sent.
    set(() => body);
    try {
      const { project_id } = kit;
      const answer = await unwrap(api.PUT("/api/brand-kit", { body: { ...body, version, project_id } }));
      queries.setQueryData(brandKitQuery.queryKey, answer);
      setOpened(draftOf(answer));
      forget();
      setConflict(false);
      setSaved(true);
      return true;
    } catch (problem) {
      setConflict(problem instanceof ApiProblem && problem.status === 409);
      throw problem;
    }
  };

  return {
    ref,
    message,
    values,
    errors,
    busy,
    conflict,
    changed: draft !== null,
    saved,
    set,
    /** Calls `done` after the kit is saved. */
    save: (done: () => void) => submit(async () => (await save()) && done()),
    discard: () => {
      forget();
      setSaved(false);
    },
    /** Keeps the input, now based on the saved version. */
    takeNewer: async () => {
      const newer = await queries.fetchQuery({ ...brandKitQuery, staleTime: 0 });
      setOpened(draftOf(newer));
      setDraft({ values, version: draftOf(newer).version });
      setConflict(false);
    },
  };
}

export type BrandFormState = ReturnType<typeof useBrandForm>;
