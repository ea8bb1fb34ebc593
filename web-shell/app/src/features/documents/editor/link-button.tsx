import { ActionIcon, Group, Popover, Stack, TextInput } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { TextButton } from "../../../ui/texts";
import { Sign } from "./signs";

/** An address as it is typed: without a scheme it is one of the web. */
function hrefOf(typed: string): string {
  const text = typed.trim();
  if (/^[^\s@/]+@[^\s@]+\.[^\s@]+$/.test(text)) return `mailto:${text}`;
  return /^(https?:|mailto:|tel:|\/|#)/i.test(text) ? text : `https://${text}`;
}

function setLink(editor: Editor, typed: string) {
  const chain = editor.chain().focus().extendMarkRange("link");
  if (!typed.trim()) return chain.unsetLink().run();
  const href = hrefOf(typed);
  if (editor.state.selection.empty && !editor.isActive("link"))
    return editor
      .chain()
      .focus()
      .insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] })
      .run();
  return chain.setLink({ href }).run();
}

/** Makes the selection a link, or changes the link at the caret. Ctrl+K does the same. */
export function LinkButton({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const { t } = useTexts("documents");
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const isOn = useEditorState({ editor, selector: ({ editor }) => editor.isActive("link") });
  const open = () => {
    setTyped(String(editor.getAttributes("link").href ?? ""));
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  const save = (text: string) => {
    setOpen(false);
    setLink(editor, text);
  };
  useLinkKey(editor, open);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") save(typed);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = t("documents.editor.tool.link");
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          data-tool
          size={40}
          variant={isOn ? "light" : "subtle"}
          color={isOn ? undefined : "gray"}
          aria-label={label}
          aria-keyshortcuts="Control+K"
          title={`${label} (Ctrl+K)`}
          tabIndex={tabIndex}
          onMouseDown={(event) => event.preventDefault()}
          onClick={open}
        >
          <Sign name="link" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs" w={260}>
          <TextInput
            data-autofocus
            label={t("documents.editor.address")}
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={press}
          />
          <Group gap="xs">
            <TextButton label={t("documents.editor.setLink")} size="xs" onClick={() => save(typed)} />
            {isOn && (
              <TextButton label={t("documents.editor.unsetLink")} size="xs" onClick={() => save("")} />
            )}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function useLinkKey(editor: Editor, open: () => void) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isKey || !editor.isFocused) return;
      // The palette has the same keys.
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [editor]);
}
