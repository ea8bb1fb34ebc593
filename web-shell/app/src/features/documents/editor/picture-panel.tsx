import { Paper, Stack, TextInput } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { TextButton } from "../../../ui/texts";
import { describe, pictureOf, type SelectedPicture } from "./picture-places";

type Props = {
  editor: Editor;
  /** How often a description was asked for: each time its input gets the focus. */
  asked: number;
};

/** Places the panel below the picture, also when that has loaded or the window has another width. */
function useBelow(editor: Editor, pos: number | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const picture = pos === undefined ? null : editor.view.nodeDOM(pos);
    const panel = box.current;
    if (!panel || !(picture instanceof HTMLElement)) return;
    const place = () => {
      const sheet = panel.offsetParent?.getBoundingClientRect();
      if (sheet) panel.style.top = `${picture.getBoundingClientRect().bottom - sheet.top + 8}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(picture);
    observer.observe(editor.view.dom);
    return () => observer.disconnect();
  });
  return box;
}

/** The description and the caption of the selected picture. */
export function PicturePanel({ editor, asked }: Props) {
  const picture = useEditorState({
    editor,
    selector: ({ editor }) => pictureOf(editor.state),
    equalityFn: (before, now) => before?.pos === now?.pos && before?.node === now?.node,
  });
  const box = useBelow(editor, picture?.pos);
  const pos = picture?.pos;
  useEffect(() => {
    if (pos !== undefined) box.current?.scrollIntoView({ block: "nearest" });
  }, [box, pos]);
  const answered = useRef(asked);
  if (!picture) return null;
  return (
    <Paper ref={box} className="document-picture-panel" shadow="md" withBorder p="sm">
      <Fields key={picture.pos} editor={editor} picture={picture} asked={asked} answered={answered} />
    </Paper>
  );
}

type FieldsProps = Props & {
  picture: SelectedPicture;
  /** How many of them got the focus. */
  answered: RefObject<number>;
};

function Fields({ editor, picture, asked, answered }: FieldsProps) {
  const { t } = useTexts("documents");
  const { alt, title } = picture.node.attrs;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked === answered.current) return;
    answered.current = asked;
    first.current?.focus({ preventScroll: true });
    first.current?.scrollIntoView({ block: "nearest" });
  }, [asked, answered]);
  const back = () =>
    editor
      .chain()
      .setTextSelection(picture.pos + 1)
      .focus()
      .run();
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === "Escape" || (event.key === "Enter" && !event.ctrlKey && !event.metaKey);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
    back();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its inputs.
    <div onKeyDown={onKeyDown}>
      <Stack gap="xs">
        <TextInput
          ref={first}
          label={t("documents.editor.picture.alt")}
          description={t("documents.editor.picture.altHelp")}
          value={alt}
          maxLength={300}
          onChange={(event) => describe(editor, picture, "alt", event.currentTarget.value)}
        />
        <TextInput
          label={t("documents.editor.picture.caption")}
          value={title ?? ""}
          maxLength={300}
          onChange={(event) => describe(editor, picture, "title", event.currentTarget.value)}
        />
        <TextButton
          label={t("documents.editor.picture.remove")}
          size="xs"
          icon="trash"
          style={{ alignSelf: "flex-start" }}
          onClick={() => editor.chain().focus().deleteSelection().run()}
        />
      </Stack>
    </div>
  );
}
