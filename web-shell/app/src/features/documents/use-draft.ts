import type { Document } from "@sitewright/sdk/shell";
import { useEffect, useRef, useState } from "react";
import { useUser } from "../../api/session";
import { type Draft, drafts } from "./drafts";

type Edit = Omit<Draft, "at"> & { isChanged: boolean };

/** Keeps the unsaved edit of a document in this browser, and offers the one of an earlier time. */
export function useDraft(document: Document) {
  const user = useUser().id;
  const [offered, setOffered] = useState(() => drafts.read(user, document));
  return {
    offered,
    /** The offer is answered. */
    answer: () => setOffered(null),
    keep: (edit: Omit<Draft, "at">) =>
      drafts.write(user, document.id, { ...edit, at: new Date().toISOString() }),
    forget: () => {
      drafts.forget(user, document.id);
      setOffered(null);
    },
  };
}

/** Stores each change of an edit; without a change there is nothing to keep. */
export function useKept({ keep, forget }: ReturnType<typeof useDraft>, { isChanged, ...edit }: Edit) {
  const { title, text, version } = edit;
  const act = useRef({ keep, forget });
  act.current = { keep, forget };
  // What an earlier edit left is kept until it is answered.
  const wasChanged = useRef(false);
  useEffect(() => {
    if (isChanged) act.current.keep({ title, text, version });
    else if (wasChanged.current) act.current.forget();
    wasChanged.current = isChanged;
  }, [isChanged, title, text, version]);
}
