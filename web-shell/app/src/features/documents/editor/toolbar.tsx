import { ActionIcon } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import type { Insertion } from "./insertions";
import { LinkButton } from "./link-button";
import { type Face, FaceOf } from "./signs";
import { TableMenu } from "./table-menu";
import { ToolMenu } from "./tool-menu";

type Chain = ReturnType<Editor["chain"]>;

type Tool = {
  name: string;
  /** What it looks like, and the keys that do the same. */
  face: Face;
  keys: string;
  run: (chain: Chain) => Chain;
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
};

const HEADINGS: Tool[] = ([2, 3] as const).map((level) => ({
  name: `heading${level}`,
  face: `H${level}` as const,
  keys: `Control+Alt+${level}`,
  run: (chain) => chain.toggleHeading({ level }),
  isOn: (editor) => editor.isActive("heading", { level }),
}));

const MARKS: Tool[] = [
  {
    name: "bold",
    face: "bold",
    keys: "Control+B",
    run: (chain) => chain.toggleBold(),
    isOn: (editor) => editor.isActive("bold"),
  },
  {
    name: "italic",
    face: "italic",
    keys: "Control+I",
    run: (chain) => chain.toggleItalic(),
    isOn: (editor) => editor.isActive("italic"),
  },
];

const BLOCKS: Tool[] = [
  {
    name: "bullets",
    face: "bullets",
    keys: "Control+Shift+8",
    run: (chain) => chain.toggleBulletList(),
    isOn: (editor) => editor.isActive("bulletList"),
  },
  {
    name: "numbers",
    face: "numbers",
    keys: "Control+Shift+7",
    run: (chain) => chain.toggleOrderedList(),
    isOn: (editor) => editor.isActive("orderedList"),
  },
  {
    name: "quote",
    face: "quote",
    keys: "Control+Shift+B",
    run: (chain) => chain.toggleBlockquote(),
    isOn: (editor) => editor.isActive("blockquote"),
  },
];

const STEPS: Tool[] = [
  {
    name: "undo",
    face: "undo",
    keys: "Control+Z",
    run: (chain) => chain.undo(),
    can: (editor) => editor.can().undo(),
  },
  {
    name: "redo",
    face: "redo",
    keys: "Control+Shift+Z",
    run: (chain) => chain.redo(),
    can: (editor) => editor.can().redo(),
  },
];

const ALL = [...HEADINGS, ...MARKS, ...BLOCKS, ...STEPS];

/** The state of each button, so that only a change of one draws the toolbar. */
const stateOf = (editor: Editor) =>
  Object.fromEntries(
    ALL.map(({ name, isOn, can }) => [name, { isOn: isOn?.(editor), isOff: can ? !can(editor) : false }]),
  );

const MOVES: Record<string, (place: number, last: number) => number> = {
  ArrowRight: (place, last) => (place >= last ? 0 : place + 1),
  ArrowLeft: (place, last) => (place <= 0 ? last : place - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** A toolbar is one stop of the Tab key; arrows move inside it. */
function useToolbarKeys() {
  const box = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>("[data-tool]") ?? [])];
    const place = buttons.indexOf(event.target as HTMLElement);
    if (!move || place < 0) return;
    event.preventDefault();
    const next = move(place, buttons.length - 1);
    setStop(next);
    buttons[next]?.focus();
  };
  const tabIndex = (place: number) => (place === stop ? 0 : -1);
  return { box, onKeyDown, tabIndex };
}

type Props = {
  editor: Editor;
  insertions: readonly Insertion[];
  onInsert: (insertion: Insertion) => void;
  children?: ReactNode;
};

/** The marks and blocks of the text; `children` are placed at its end. */
export function Toolbar({ editor, insertions, onInsert, children }: Props) {
  const { t } = useTexts("documents");
  const states = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) });
  const isInTable = useEditorState({ editor, selector: ({ editor }) => editor.isActive("table") });
  const shift = isInTable ? 1 : 0;
  const { box, onKeyDown, tabIndex } = useToolbarKeys();
  const button = ({ name, face, keys, run }: Tool, place: number) => {
    const label = t(`documents.editor.tool.${name}`);
    const state = states[name];
    return (
      <ActionIcon
        key={name}
        data-tool
        size={40}
        variant={state?.isOn ? "light" : "subtle"}
        color={state?.isOn ? undefined : "gray"}
        aria-label={label}
        aria-pressed={state?.isOn}
        // A button that is off keeps the focus.
        aria-disabled={state?.isOff || undefined}
        aria-keyshortcuts={keys}
        title={`${label} (${keys.replace("Control", "Ctrl")})`}
        tabIndex={tabIndex(place)}
        // The selection of the text stays.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !state?.isOff && run(editor.chain().focus()).run()}
      >
        <FaceOf face={face} />
      </ActionIcon>
    );
  };
  const places = (tools: Tool[], from: number) =>
    tools.map((tool, place) => button(tool, from + place + shift));
  const line = <hr aria-orientation="vertical" />;
  return (
    <div
      className="document-toolbar"
      role="toolbar"
      aria-label={t("documents.editor.toolbar")}
      ref={box}
      onKeyDown={onKeyDown}
    >
      <ToolMenu
        label={t("documents.editor.insert.title")}
        face="add"
        tabIndex={tabIndex(0)}
        entries={insertions.map((insertion) => ({
          ...insertion,
          label: t(`documents.editor.tool.${insertion.name}`),
          run: () => onInsert(insertion),
        }))}
      />
      {isInTable && <TableMenu editor={editor} tabIndex={tabIndex(1)} />}
      {line}
      {places(HEADINGS, 1)}
      {line}
      {places(MARKS, 3)}
      <LinkButton editor={editor} tabIndex={tabIndex(5 + shift)} />
      {line}
      {places(BLOCKS, 6)}
      {line}
      {places(STEPS, 9)}
      {children}
    </div>
  );
}
