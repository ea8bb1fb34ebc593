import { VisuallyHidden } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { PictureDialog, pictureAddress } from "../../../admin/pictures";
import { useUser } from "../../../api/session";
import { useTexts } from "../../../i18n/use-texts";
import { EXTENSIONS } from "./extensions";
import { ImageDialog } from "./image-dialog";
import { type Insertion, insert, insertionsFor, type Range } from "./insertions";
import { cleaned, pasteMarkdown } from "./paste";
import { PicturePanel } from "./picture-panel";
import { insertPicture } from "./picture-places";
import { type Opened, replaceAll } from "./round-trip";
import { afterBlock } from "./selected-block";
import { SlashMenu } from "./slash-menu";
import { Toolbar } from "./toolbar";
import { useUploads } from "./use-uploads";

type Props = {
  opened: Opened;
  /** The source is shown in its place; its history stays. */
  isHidden: boolean;
  error?: string | undefined;
  onChange: (markdown: string) => void;
  /** Placed at the end of the toolbar. */
  children: ReactNode;
};

/** The editor of a text, and what handles its keys before it. */
function useTextEditor(
  { opened, error, onChange }: Pick<Props, "opened" | "error" | "onChange">,
  take: ReturnType<typeof useUploads>["take"],
) {
  const { t } = useTexts("documents");
  const change = useRef(onChange);
  change.current = onChange;
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const pasted = useRef<Editor | null>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: opened.content,
    autofocus: opened.caret,
    // The styles of the page are enough.
    injectCSS: false,
    onUpdate: ({ editor }) => change.current(opened.write(editor.getJSON())),
    editorProps: {
      handleKeyDown: (_, event) => keys.current?.(event) ?? false,
      transformPastedHTML: cleaned,
      handlePaste: (view, event) => {
        const change = afterBlock(view.state);
        if (change) view.dispatch(change);
        if (take(pasted.current, event.clipboardData)) return true;
        return pasted.current !== null && pasteMarkdown(pasted.current, event);
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return !isMoved && take(pasted.current, event.dataTransfer, place);
      },
      attributes: {
        class: "document-text sw-printed-text sw-markdown",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": t("documents.editor.text"),
        // Shown by the styles at a picture without a description.
        style: `--document-bare: ${JSON.stringify(t("documents.editor.picture.bare"))}`,
        ...(error && { "aria-invalid": "true" }),
      },
    },
  });
  pasted.current = editor;
  const shown = useRef(opened);
  useEffect(() => {
    if (shown.current !== opened) replaceAll(editor, opened);
    shown.current = opened;
  }, [editor, opened]);
  return { editor, keys };
}

/** The text as it will look, with a toolbar. */
export function RichText({ isHidden, children, ...props }: Props) {
  const { t } = useTexts("documents");
  const isAdmin = useUser().role !== "user";
  const insertions = insertionsFor(isAdmin);
  const [asked, setAsked] = useState(0);
  const describePicture = () => setAsked((before) => before + 1);
  const { take, pending } = useUploads(isAdmin, describePicture);
  const { editor, keys } = useTextEditor(props, take);
  const [asking, setAsking] = useState<string | null>(null);
  const before = useRef(isHidden);
  useEffect(() => {
    if (before.current && !isHidden) editor.commands.focus();
    before.current = isHidden;
  }, [editor, isHidden]);
  const onInsert = (insertion: Insertion, instead?: Range) => {
    insert(editor, insertion, instead);
    if (!insertion.run) setAsking(insertion.name);
  };
  const close = () => setAsking(null);
  return (
    <div hidden={isHidden}>
      <Toolbar editor={editor} insertions={insertions} onInsert={onInsert}>
        {children}
      </Toolbar>
      <VisuallyHidden role="status">
        {pending > 0 && t("documents.editor.picture.uploading", { count: pending })}
      </VisuallyHidden>
      <div className="document-sheet">
        <EditorContent editor={editor} />
        {!isHidden && <SlashMenu editor={editor} keys={keys} insertions={insertions} onInsert={onInsert} />}
        {!isHidden && <PicturePanel editor={editor} asked={asked} />}
      </div>
      {asking === "image" && (
        <ImageDialog
          onClose={close}
          onInsert={(attrs) => {
            close();
            editor.chain().focus().insertContent({ type: "image", attrs }).run();
          }}
        />
      )}
      {asking === "picture" && (
        <Suspense>
          <PictureDialog
            onClose={close}
            onChoose={({ id }) => {
              close();
              editor.view.dispatch(
                insertPicture(editor.state, editor.state.selection.to, pictureAddress(id)),
              );
              describePicture();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
