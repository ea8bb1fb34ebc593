import { ApiProblem } from "@sitewright/sdk/shell";
import type { Editor } from "@tiptap/core";
import { useRef, useState } from "react";
import { pictureAddress, problemOf, uploadPicture } from "../../../admin/pictures";
import { useTexts } from "../../../i18n/use-texts";
import { notify } from "../../../ui/notify";
import { uploadTo } from "./picture-places";

const picturesIn = (files: DataTransfer | null) =>
  [...(files?.files ?? [])].filter(({ type }) => type.startsWith("image/"));

/** Uploads pictures that are dropped into a text or pasted. `onPlaced` follows if the picture is selected. */
export function useUploads(isAllowed: boolean, onPlaced: () => void) {
  const { t } = useTexts("documents");
  const [pending, setPending] = useState(0);
  // The server converts one picture at a time.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const send = (file: File): Promise<string> => {
    const sent = queue.current.then(async () => pictureAddress((await uploadPicture(file)).id));
    queue.current = sent.catch(() => {});
    return sent;
  };
  const upload = async (editor: Editor, file: File, at: number) => {
    setPending((count) => count + 1);
    try {
      const text = t("documents.editor.picture.uploadingOne", { name: file.name });
      const isPlaced = await uploadTo(editor, at, text, () => send(file));
      if (isPlaced) onPlaced();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      notify.error(problemOf(problem));
    } finally {
      setPending((count) => count - 1);
    }
  };
  /** Takes the pictures of a transfer; true if there are any. */
  const take = (editor: Editor | null, transfer: DataTransfer | null, at?: number): boolean => {
    const files = isAllowed ? picturesIn(transfer) : [];
    if (!editor || files.length === 0) return false;
    for (const file of files) void upload(editor, file, at ?? editor.state.selection.to);
    return true;
  };
  return { take, pending };
}
