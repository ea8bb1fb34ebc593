import { ActionIcon, Box, Button, Group, Icon, Stack, Textarea } from "@sitewright/ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Check } from "../shapes";
import { useSdkTexts } from "../texts";
import { beforeLoss, useUnsaved } from "../unsaved";
import { CheckList } from "./check-list";
import { type Edited, partOf } from "./checks";

type Props = {
  title: string;
  value: Edited;
  /** Measures the current value while the user types. */
  checks: Check[];
  language?: string;
  onChange: (value: Edited) => void;
  onSave: () => Promise<void>;
  onDiscard: () => void;
};

/** Edits one part of a variant below its preview: a text, or the entries of a list. */
export function PartEditor({ title, value, checks, language, onChange, onSave, onDiscard }: Props) {
  const t = useSdkTexts();
  const [saving, setSaving] = useState(false);
  const opened = useRef(JSON.stringify(value));
  const isChanged = JSON.stringify(value) !== opened.current;
  useUnsaved(isChanged, { onLose: onDiscard });
  const save = () => {
    setSaving(true);
    // The error is already on the screen; the input stays, to be saved again.
    onSave().catch(() => setSaving(false));
  };
  const shortcut = (event: KeyboardEvent) => {
    if (event.key === "Escape") beforeLoss("discard", isChanged, onDiscard);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    <Stack gap="xs" onKeyDown={shortcut}>
      {Array.isArray(value) ? (
        <Entries title={title} entries={value} checks={checks} language={language} onChange={onChange} />
      ) : (
        <Entry label={title} text={value} checks={checks} language={language} focus onChange={onChange} />
      )}
      <Group gap="xs">
        <Button size="xs" loading={saving} onClick={save}>
          {t("sdk.result.save")}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t("sdk.result.discard")}
        </Button>
      </Group>
    </Stack>
  );
}

type EntryProps = {
  label: string;
  text: string;
  checks: Check[];
  language?: string;
  focus?: boolean;
  onChange: (text: string) => void;
};

function Entry({ label, text, checks, language, focus, onChange }: EntryProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focus) area.current?.focus();
  }, [focus]);
  return (
    <Box flex={1}>
      <Textarea
        label={label}
        lang={language}
        autosize
        minRows={1}
        maxRows={24}
        value={text}
        ref={area}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <CheckList checks={checks} />
    </Box>
  );
}

type EntriesProps = Omit<EntryProps, "label" | "text" | "focus" | "onChange"> & {
  title: string;
  entries: string[];
  onChange: (entries: string[]) => void;
};

function Entries({ title, entries, checks, language, onChange }: EntriesProps) {
  const t = useSdkTexts();
  // The index is the key: entries are edited, added at the end and removed, but never moved.
  const rows = entries.map((text, place) => ({ text, place, label: `${title} ${place + 1}` }));
  return (
    <>
      {rows.map(({ text, place, label }) => (
        <Group key={place} gap="xs" wrap="nowrap" align="flex-start">
          <Entry
            label={label}
            text={text}
            checks={checks.filter(({ field }) => field === `${partOf(field)}/${place}`)}
            language={language}
            focus={place === 0}
            onChange={(after) => onChange(entries.with(place, after))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={26}
            aria-label={t("sdk.result.remove", { name: label })}
            onClick={() => onChange(entries.toSpliced(place, 1))}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        </Group>
      ))}
      <CheckList checks={checks.filter(({ field }) => field === partOf(field))} />
      <Button size="xs" variant="subtle" w="fit-content" onClick={() => onChange([...entries, ""])}>
        {t("sdk.result.add")}
      </Button>
    </>
  );
}
