import { ActionIcon, Box, Group, Icon, Markdown, Stack, Text, Tooltip } from "@sitewright/ui";
import { useState } from "react";
import type { Check, Schema, Variant } from "../shapes";
import { useSdkTexts } from "../texts";
import { codeOf } from "./appendix";
import { CheckList } from "./check-list";
import { useClips } from "./clips";
import { CopyAction } from "./copy-action";
import { FieldEditor } from "./field-editor";
import { type ResultField, resultFields } from "./fields";
import { ResultCard } from "./result-card";
import { useReturnedFocus } from "./use-returned-focus";

type Props = {
  title: string;
  output: Schema;
  variant: Variant;
  /** The text below the variant's fields; empty if there is none. */
  appendix?: string;
  /** The language of the variant, if known. */
  language?: string;
  /** Actions of a field besides editing; null for the whole variant. */
  actions?: (field: ResultField | null) => React.ReactNode;
  /** Saves one edited field; absent if nothing can be saved. */
  onEdit?: (field: string, text: string) => Promise<void>;
};

/** One variant of a result: its fields with their measurements, to copy and to edit in place. */
export function VariantCard(props: Props) {
  const { title, output, variant, appendix, language, onEdit, actions } = props;
  const [edited, setEdited] = useState<string[]>([]);
  const open = (field: string) => setEdited((before) => [...before, field]);
  const fields = resultFields(output, variant);
  const single = fields.length === 1;
  const first = fields.find(({ editable }) => editable)?.name;
  return (
    <ResultCard
      title={title}
      fields={fields}
      actions={actions?.(null)}
      onEdit={onEdit && first ? () => open(first) : undefined}
    >
      <Stack gap="md">
        {fields.map((field) => (
          <FieldView
            key={field.name}
            field={field}
            bare={single}
            language={language}
            checks={(variant.checks ?? []).filter((check) => check.field === field.name)}
            actions={single ? undefined : actions?.(field)}
            isEdited={edited.includes(field.name)}
            onOpen={field.editable && onEdit ? () => open(field.name) : undefined}
            onClose={() => setEdited((before) => before.filter((name) => name !== field.name))}
            onEdit={field.editable && onEdit ? (text) => onEdit(field.name, text) : undefined}
          />
        ))}
        {appendix && <AppendixView text={appendix} />}
      </Stack>
    </ResultCard>
  );
}

type FieldProps = {
  field: ResultField;
  bare: boolean;
  language?: string;
  checks: Check[];
  actions?: React.ReactNode;
  isEdited: boolean;
  onOpen?: (() => void) | undefined;
  onClose: () => void;
  onEdit?: ((text: string) => Promise<void>) | undefined;
};

function FieldView({ field, bare, language, checks, actions, isEdited, onEdit, ...on }: FieldProps) {
  const t = useSdkTexts();
  const clip = useClips();
  const button = useReturnedFocus(isEdited);
  if (isEdited && onEdit) return <FieldEditor field={field} onSave={onEdit} onClose={on.onClose} />;
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={2}>
        <Text size="xs" fw={600} c="dimmed">
          {field.title}
        </Text>
        <Group gap={2} wrap="nowrap">
          {onEdit && (
            <Tooltip label={t("sdk.result.edit", { name: field.title })}>
              <ActionIcon
                ref={button}
                variant="subtle"
                color="gray"
                onClick={on.onOpen}
                aria-label={t("sdk.result.edit", { name: field.title })}
              >
                <Icon name="edit" size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          {actions}
          {!bare && field.text !== "" && (
            <CopyAction text={clip(field)} label={t("sdk.result.copy", { name: field.title })} />
          )}
        </Group>
      </Group>
      <div lang={language} className="sw-printed-text">
        {field.format === "markdown" ? (
          <Markdown text={field.text} level={4} language={language} />
        ) : (
          <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{field.text}</Text>
        )}
      </div>
      <CheckList checks={checks} />
    </Box>
  );
}

/** The text below a variant, with a copy button; code is copied without its fence. */
function AppendixView({ text }: { text: string }) {
  const t = useSdkTexts();
  const title = t("sdk.result.appendix");
  return (
    <Box component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={2}>
        <Text size="xs" fw={600} c="dimmed">
          {title}
        </Text>
        <CopyAction text={codeOf(text) ?? text} label={t("sdk.result.copy", { name: title })} />
      </Group>
      <Markdown text={text} level={4} />
    </Box>
  );
}
