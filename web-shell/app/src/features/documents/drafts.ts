import type { Document } from "@sitewright/sdk/shell";

/** An unsaved edit of a document, and the version that it changes. */
export type Draft = { title: string; text: string; version: number | undefined; at: string };

/** Unlike the storage of a browser session, which ends with the session, this one is still there after the next sign-in. */
const keyOf = (user: string, document: string) => `sitewright.document.${user}.${document}`;

const isDraft = (value: unknown): value is Draft => {
  const { title, text, at } = (value ?? {}) as Partial<Draft>;
  return typeof title === "string" && typeof text === "string" && !Number.isNaN(Date.parse(at ?? ""));
};

/** The edits of each account in this browser. Without a storage there are none. */
export const drafts = {
  /** The edit of a document, if it is not what is saved. */
  read(user: string, { id, title, text }: Document): Draft | null {
    try {
      const draft: unknown = JSON.parse(localStorage.getItem(keyOf(user, id)) ?? "null");
      return isDraft(draft) && (draft.title !== title || draft.text !== text) ? draft : null;
    } catch {
      return null;
    }
  },
  write(user: string, document: string, draft: Draft) {
    try {
      localStorage.setItem(keyOf(user, document), JSON.stringify(draft));
    } catch {
      // The storage is full or switched off.
    }
  },
  forget(user: string, document: string) {
    try {
      localStorage.removeItem(keyOf(user, document));
    } catch {
      // The storage is switched off.
    }
  },
};
