import { Button, Group, Stack, TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { CopyButton } from "./copy-button";
import { Small } from "./texts";
import { useFocusBack } from "./use-focus-back";

type Props = Pick<TextInputProps, "styles"> & {
  text: string;
  label: string;
  value: string;
  copy: string;
  copied: string;
  done: string;
  onDone: () => void;
};

/** A secret to copy. The server does not show it again. It gets the focus, also where it takes the place of a button. */
export function ShownOnce({ text, label, value, copy, copied, done, onDone, styles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useFocusBack();
  useEffect(() => input.current?.focus(), []);
  return (
    <Stack gap="md">
      <Small>{text}</Small>
      <TextInput
        ref={input}
        readOnly
        data-autofocus
        label={label}
        value={value}
        styles={styles}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        {/* Without a copy it is lost: copying is the main action. */}
        <Button variant="default" onClick={onDone}>
          {done}
        </Button>
        <CopyButton value={value} label={copy} copied={copied} variant="filled" />
      </Group>
    </Stack>
  );
}
