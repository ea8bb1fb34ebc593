import { ActionIcon, Box, Group, Icon, Markdown, Text, Tooltip } from "@sitewright/ui";
import { useEffect, useRef } from "react";
import type { Check } from "../shapes";
import { useSdkTexts } from "../texts";
import { CheckList } from "./check-list";
import type { Edited } from "./checks";
import { CopyAction } from "./copy-action";
import type { ResultField } from "./fields";
import { PartEditor } from "./part-editor";

type Props = {
  field: ResultField;
  value: unknown;
  /** Whether the preview shows this part in full, so that it is not repeated below. */
  isShown: boolean;
  isTyped: boolean;
  checks: Check[];
  language?: string;
  /** Left out where nothing can be saved. */
  onType?: (value: Edited) => void;
  onSave: () => Promise<void>;
  onDiscard: () => void;
};

const isEditable = (value: unknown): value is Edited =>
  typeof value === "string" || (Array.isArray(value) && value.every((entry) => typeof entry === "string"));

/** Gives the focus back to the button that opened the editor, once the editor is closed. */
function useReturnedFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** One part of a variant below its preview: what was measured, to copy and to edit. */
export function PreviewPart({ field, value, isShown, isTyped, checks, language, ...on }: Props) {
  const t = useSdkTexts();
  const edit = t("sdk.result.edit", { name: field.title });
  const canEdit = on.onType && isEditable(value);
  const button = useReturnedFocus(isTyped);
  if (isTyped && on.onType && isEditable(value)) {
    return (
      <PartEditor
        title={field.title}
        value={value}
        checks={checks}
        language={language}
        onChange={on.onType}
        onSave={on.onSave}
        onDiscard={on.onDiscard}
      />
    );
  }
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" fw={600} c="dimmed">
          {field.title}
        </Text>
        <Group gap={2} wrap="nowrap">
          {canEdit && (
            <Tooltip label={edit}>
              <ActionIcon
                ref={button}
                variant="subtle"
                color="gray"
                aria-label={edit}
                onClick={() => on.onType?.(value)}
              >
                <Icon name="edit" size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <CopyAction text={field.text} label={t("sdk.result.copy", { name: field.title })} />
        </Group>
      </Group>
      {!isShown && (
        <div lang={language} dir="auto">
          {field.format === "markdown" ? (
            <Markdown text={field.text} level={4} />
          ) : (
            <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{field.text}</Text>
          )}
        </div>
      )}
      {/* Of a list only what is broken: a line for each entry that fits would bury it. */}
      <CheckList checks={Array.isArray(value) ? checks.filter(({ ok }) => !ok) : checks} />
    </Box>
  );
}
