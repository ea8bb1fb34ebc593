import { ActionIcon, Group, Popover, Stack, TextInput } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { TextButton } from "../../../ui/texts";
import { hrefOf } from "./href";
import { Sign } from "./signs";

function setLink(editor: Editor, typed: string, href: string) {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive("link"))
    return chain
      .insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] })
      .run();
  return chain.extendMarkRange("link").setLink({ href }).run();
}

const removeLink = (editor: Editor) => editor.chain().focus().extendMarkRange("link").unsetLink().run();

type Fault = "missing" | "invalid";

/** The address that is typed, and what is wrong with it. An empty one removes a link. */
function useAddress(editor: Editor, isOn: boolean) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<Fault | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const before = () => String(editor.getAttributes("link").href ?? "");
  const open = () => {
    setTyped(before());
    setFault(null);
    setOpen(true);
  };
  const type = (text: string) => {
    setTyped(text);
    setFault(null);
  };
  const remove = () => {
    setOpen(false);
    removeLink(editor);
  };
  const save = () => {
    const text = typed.trim();
    if (!text && isOn) return remove();
    // An address that the text already has stays, whatever it is.
    const href = isOn && text === before() ? text : hrefOf(text);
    if (href === null) {
      setFault(text ? "invalid" : "missing");
      return input.current?.focus();
    }
    setOpen(false);
    setLink(editor, typed, href);
  };
  return { input, isOpen, setOpen, typed, type, fault, open, save, remove };
}

/** Makes the selection a link, or changes the link at the caret. Ctrl+K does the same. */
export function LinkButton({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const { t } = useTexts("documents");
  const isOn = useEditorState({ editor, selector: ({ editor }) => editor.isActive("link") });
  const { input, isOpen, setOpen, typed, type, fault, open, save, remove } = useAddress(editor, isOn);
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  useLinkKey(editor, open);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
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
            ref={input}
            value={typed}
            error={fault && t(`documents.editor.${fault}Address`)}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={press}
          />
          <Group gap="xs">
            <TextButton label={t("documents.editor.setLink")} size="xs" onClick={save} />
            {isOn && <TextButton label={t("documents.editor.unsetLink")} size="xs" onClick={remove} />}
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
