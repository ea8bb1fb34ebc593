import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { EXTENSIONS } from "./extensions";
import { ImageDialog } from "./image-dialog";
import { type Insertion, insert, type Range } from "./insertions";
import { cleaned, pasteMarkdown } from "./paste";
import { type Opened, replaceAll } from "./round-trip";
import { afterBlock } from "./selected-block";
import { SlashMenu } from "./slash-menu";
import { Toolbar } from "./toolbar";

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
function useTextEditor({ opened, error, onChange }: Pick<Props, "opened" | "error" | "onChange">) {
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
        return pasted.current !== null && pasteMarkdown(pasted.current, event);
      },
      attributes: {
        class: "document-text sw-printed-text sw-markdown",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": t("documents.editor.text"),
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
  const { editor, keys } = useTextEditor(props);
  const [isAsking, setAsking] = useState(false);
  const before = useRef(isHidden);
  useEffect(() => {
    if (before.current && !isHidden) editor.commands.focus();
    before.current = isHidden;
  }, [editor, isHidden]);
  const onInsert = (insertion: Insertion, instead?: Range) => {
    insert(editor, insertion, instead);
    if (!insertion.run) setAsking(true);
  };
  return (
    <div hidden={isHidden}>
      <Toolbar editor={editor} onInsert={onInsert}>
        {children}
      </Toolbar>
      <div className="document-sheet">
        <EditorContent editor={editor} />
        {!isHidden && <SlashMenu editor={editor} keys={keys} onInsert={onInsert} />}
      </div>
      {isAsking && (
        <ImageDialog
          onClose={() => setAsking(false)}
          onInsert={(attrs) => {
            setAsking(false);
            editor.chain().focus().insertContent({ type: "image", attrs }).run();
          }}
        />
      )}
    </div>
  );
}
