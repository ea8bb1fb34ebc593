import { ApiProblem, type Document, useUnsaved } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useFields } from "../../ui/form";
import { useDraft, useKept } from "./use-draft";

type Change = { title: string; text: string; version?: number };

export type Editing = {
  document: Document;
  onSave: (change: Change) => Promise<Document>;
  onReload: () => void;
  onClose: () => void;
};

/** The edited values, and the version that is edited, even if the document changes in the meantime. */
function useEdit(document: Document) {
  const form = useFields({ title: document.title, text: document.text });
  const [saved, setSaved] = useState({ title: document.title, text: document.text });
  const [version, setVersion] = useState<number | undefined>(document.version);
  const [turn, setTurn] = useState(0);
  const { title, text } = form.values;
  const isChanged = title !== saved.title || text !== saved.text;
  const draft = useDraft(document);
  useKept(draft, { title, text, version, isChanged });
  /** Replaces the text by an edit that was not saved at an earlier time. */
  const restore = () => {
    if (!draft.offered) return;
    const { title, text, version } = draft.offered;
    form.set({ title, text });
    setVersion(version);
    setTurn(turn + 1);
    draft.answer();
  };
  return { form, title, text, saved, setSaved, version, setVersion, isChanged, turn, restore, draft };
}

/** Saves an edit, and says what came of it. */
export function useSaving({ document, onSave, onReload, onClose }: Editing) {
  const { title, text, saved, setSaved, version, setVersion, draft, ...edit } = useEdit(document);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const [isCut, setCut] = useState(false);
  const [isOneText, setOneText] = useState(false);
  const discard = () => {
    draft.forget();
    onClose();
  };
  const release = useUnsaved(edit.isChanged, { onLose: discard });

  const save = async () => {
    setCut(false);
    try {
      const { version: newest, updated_at } = await onSave({ title, text, version });
      setVersion(newest);
      if (text !== saved.text) setOneText(true);
      setSaved({ title, text });
      draft.forget();
      setSavedAt(updated_at);
    } catch (problem) {
      const status = problem instanceof ApiProblem ? problem.status : undefined;
      setConflict(status === 409);
      setCut(status === 0);
      throw problem;
    }
  };
  const takeNewest = () => {
    setConflict(false);
    setVersion(undefined);
    onReload();
  };
  return { ...edit, draft, isOneText, savedAt, conflict, isCut, save, release, takeNewest, discard };
}
