import { Paper, VisuallyHidden } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { fold } from "../../../ui/fold";
import { type Insertion, type Range, slashOf } from "./insertions";
import { FaceOf } from "./signs";

/** Handles a key of the text; true if it did. */
export type Keys = RefObject<((event: KeyboardEvent) => boolean) | null>;

type Props = {
  editor: Editor;
  /** The menu handles keys while it is open. */
  keys: Keys;
  insertions: readonly Insertion[];
  onInsert: (insertion: Insertion, instead: Range) => void;
};

/** What the letters after a slash find. Escape closes the menu until the slash is gone. */
function useSlash(editor: Editor, insertions: readonly Insertion[]) {
  const { t } = useTexts("documents");
  const slash = useEditorState({ editor, selector: ({ editor }) => slashOf(editor) });
  const [closed, setClosed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const query = slash?.query;
  useEffect(() => {
    setActive(0);
    if (query === undefined) setClosed(null);
  }, [query]);
  const found = insertions.filter(({ name }) =>
    fold(t(`documents.editor.tool.${name}`)).includes(fold(query ?? "").trim()),
  );
  const isOpen = slash !== null && closed !== slash.from && found.length > 0;
  return {
    slash: isOpen ? slash : null,
    found,
    active,
    setActive,
    close: () => setClosed(slash?.from ?? null),
  };
}

/** The keys of the open menu. */
function useMenuKeys(
  keys: Keys,
  { slash, found, active, setActive, close }: ReturnType<typeof useSlash>,
  go: (place: number) => void,
) {
  useLayoutEffect(() => {
    const count = found.length;
    const choose = () => go(active);
    const acts = new Map([
      ["ArrowDown", () => setActive((active + 1) % count)],
      ["ArrowUp", () => setActive((active + count - 1) % count)],
      ["Enter", choose],
      ["Tab", choose],
      ["Escape", close],
    ]);
    keys.current = (event) => {
      const act = acts.get(event.key);
      if (!slash || !act || event.ctrlKey || event.metaKey || event.altKey) return false;
      event.stopPropagation();
      act();
      return true;
    };
    return () => {
      keys.current = null;
    };
  });
}

/** The text announces the active entry: the focus stays in it. */
function useAnnounced(editor: Editor, list: string, active: string | null) {
  useEffect(() => {
    if (active === null) return;
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", list);
    dom.setAttribute("aria-activedescendant", active);
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, list, active]);
}

/** Places the menu below the slash, also after a turn of the phone. */
function usePlace(editor: Editor, from: number | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (from === undefined) return;
    const place = () => {
      const sheet = box.current?.offsetParent?.getBoundingClientRect();
      if (!box.current || !sheet) return;
      const caret = editor.view.coordsAtPos(from);
      box.current.style.top = `${caret.bottom - sheet.top + 6}px`;
      box.current.style.left = `max(0.5rem, min(${caret.left - sheet.left}px, 100% - 15.5rem))`;
    };
    place();
    box.current?.scrollIntoView({ block: "nearest" });
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [editor, from]);
  return box;
}

/** Inserts blocks by the keyboard: a slash opens it. */
export function SlashMenu({ editor, keys, insertions, onInsert }: Props) {
  const { t } = useTexts("documents");
  const id = useId();
  const menu = useSlash(editor, insertions);
  const { slash, found, active } = menu;
  const go = (place: number) => {
    const insertion = found[place];
    if (slash && insertion) onInsert(insertion, slash);
  };
  useMenuKeys(keys, menu, go);
  useAnnounced(editor, id, slash && `${id}-${found[active]?.name}`);
  const box = usePlace(editor, slash?.from);
  return (
    <>
      <VisuallyHidden role="status">
        {slash && t("documents.editor.insert.found", { count: found.length })}
      </VisuallyHidden>
      {slash && (
        <Paper ref={box} className="document-slash" shadow="md" withBorder>
          <div id={id} role="listbox" aria-label={t("documents.editor.insert.title")}>
            {found.map((insertion, place) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text choose.
              <div
                key={insertion.name}
                id={`${id}-${insertion.name}`}
                role="option"
                aria-selected={place === active}
                className="document-slash-option"
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => menu.setActive(place)}
                onClick={() => go(place)}
              >
                <FaceOf face={insertion.face} />
                <span>{t(`documents.editor.tool.${insertion.name}`)}</span>
              </div>
            ))}
          </div>
        </Paper>
      )}
    </>
  );
}
