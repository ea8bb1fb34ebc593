import { Button, Group, Stack, Textarea } from "@sitewright/ui";
import { type KeyboardEvent, useState } from "react";
import { useSdkTexts } from "../texts";
import { beforeLoss, useUnsaved } from "../unsaved";
import type { ResultField } from "./fields";

type Props = { field: ResultField; onSave: (text: string) => Promise<void>; onClose: () => void };

/** Edits one field of a result in place. Escape discards the edit, after a question if there is one, Ctrl+Enter saves it. */
export function FieldEditor({ field, onSave, onClose }: Props) {
  const t = useSdkTexts();
  const [text, setText] = useState(field.text);
  const [saving, setSaving] = useState(false);

  const isChanged = text !== field.text;
  useUnsaved(isChanged, { onLose: onClose });

  const save = async () => {
    setSaving(true);
    try {
      if (isChanged) await onSave(text);
      onClose();
    } catch {
      // The error is already on the screen; the text stays in the editor, to be saved again.
      setSaving(false);
    }
  };
  const shortcut = (event: KeyboardEvent) => {
    if (event.key === "Escape") beforeLoss("discard", isChanged, onClose);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
  };

  return (
    <Stack gap="xs">
      <Textarea
        label={field.title}
        autosize
        minRows={field.format === "title" || field.format === "slug" ? 1 : 4}
        maxRows={24}
        value={text}
        data-autofocus
        ref={(element) => element?.focus()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={shortcut}
      />
      <Group gap="xs">
        <Button size="xs" loading={saving} onClick={save}>
          {t("sdk.result.save")}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t("sdk.result.discard")}
        </Button>
      </Group>
    </Stack>
  );
}
