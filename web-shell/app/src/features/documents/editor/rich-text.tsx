import { EditorContent, useEditor } from "@tiptap/react";
import { type ReactNode, useRef } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { EXTENSIONS } from "./extensions";
import type { Opened } from "./round-trip";
import { Toolbar } from "./toolbar";

type Props = {
  opened: Opened;
  error?: string | undefined;
  onChange: (markdown: string) => void;
  /** Placed at the end of the toolbar. */
  children: ReactNode;
};

/** The text as it will look, with a toolbar. */
export function RichText({ opened, error, onChange, children }: Props) {
  const { t } = useTexts("documents");
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: opened.content,
    autofocus: "start",
    // The styles of the page are enough.
    injectCSS: false,
    onUpdate: ({ editor }) => change.current(opened.write(editor.getJSON())),
    editorProps: {
      attributes: {
        class: "document-text sw-printed-text sw-markdown",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": t("documents.editor.text"),
        ...(error && { "aria-invalid": "true" }),
      },
    },
  });
  return (
    <>
      <Toolbar editor={editor}>{children}</Toolbar>
      <div className="document-sheet">
        <EditorContent editor={editor} />
      </div>
    </>
  );
}
