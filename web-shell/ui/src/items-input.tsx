import { TagsInput, type TagsInputProps } from "@mantine/core";
import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { itemsOf, typedItems, withItems } from "./items";

type Props = Omit<TagsInputProps, "value" | "onChange" | "searchValue" | "onSearchChange"> & {
  value: string[];
  onChange: (items: string[]) => void;
};

/**
 * A list of short texts. Enter, a comma or a semicolon ends an item; leaving the field and submitting the form do so
 * too, so that visible input is never reported as missing. A pasted list becomes one item per line.
 */
export function ItemsInput({ value, onChange, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const type = (text: string) => {
    const { items, rest } = typedItems(text);
    if (items.length > 0) onChange(withItems(value, items));
    setTyped(rest);
  };
  const add = (items: string[]) => {
    setTyped("");
    onChange(withItems(value, items));
  };
  const commit = useRef(() => {});
  commit.current = () => {
    if (typed.trim()) flushSync(() => add([typed]));
  };

  useEffect(() => {
    const form = input.current?.form;
    const send = () => commit.current();
    // Runs before the form's handler, which reads the new value.
    form?.addEventListener("submit", send, { capture: true });
    return () => form?.removeEventListener("submit", send, { capture: true });
  }, []);

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const items = itemsOf(event.clipboardData.getData("text/plain"));
    // A single item is pasted as text at the cursor.
    event.stopPropagation();
    if (items.length < 2) return;
    event.preventDefault();
    add(items);
  };
  return (
    <div onPasteCapture={paste}>
      <TagsInput
        {...props}
        ref={input}
        value={value}
        searchValue={typed}
        onSearchChange={type}
        // A key alone does not tell a decimal comma from the end of an item: `type` splits.
        splitChars={[]}
        acceptValueOnBlur
        onChange={(items) => onChange(withItems([], items))}
      />
    </div>
  );
}
