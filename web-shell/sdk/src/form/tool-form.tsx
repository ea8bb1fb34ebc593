import { Button, Collapse, Group, Icon, Loader, Stack, Text, UnstyledButton } from "@sitewright/ui";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFormats } from "../formats";
import { useSdkTexts } from "../texts";
import { FieldInput, fieldId } from "./field-input";
import { askedFields, type Field, type Values } from "./fields";
import type { ToolFormState } from "./use-tool-form";

type Props = {
  form: ToolFormState;
  busy: boolean;
  example?: Values;
  submitLabel?: string;
  /** The usual price of a run; 0 if it is unknown. */
  words?: number;
  onSubmit: (input: Values) => void;
  onCancel: () => void;
};

/** Moves the focus to the first field with an error, whenever the errors change. */
function useFocusOnError(fields: Field[], errors: Record<string, string>, opened: () => void) {
  const focused = useRef("");
  useEffect(() => {
    const names = Object.keys(errors).join(" ");
    const first = fields.find((field) => errors[field.name]);
    const isNew = names !== "" && focused.current === "";
    focused.current = names;
    if (!first || !isNew) return;
    if (first.folded) opened();
    // The collapsed section must be open before its content can get the focus.
    requestAnimationFrame(() => document.getElementById(fieldId(first.name))?.focus());
  }, [fields, errors, opened]);
}

/** The input form of any tool, drawn from its schema. Ctrl+Enter submits. */
export function ToolForm({ form, busy, example, submitLabel, words = 0, onSubmit, onCancel }: Props) {
  const t = useSdkTexts();
  const [more, setMore] = useState(false);
  const open = useRef(() => setMore(true));
  useFocusOnError(form.fields, form.errors, open.current);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const input = form.check();
    if (input) onSubmit(input);
  };
  const shortcut = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  const inputs = (folded: boolean) =>
    askedFields(form.fields, form.values)
      .filter((field) => field.folded === folded)
      .map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={form.values[field.name]}
          error={form.errors[field.name]}
          onChange={(value) => form.change(field.name, value)}
        />
      ));
  const hasMore = form.fields.some((field) => field.folded);

  return (
    <form noValidate onSubmit={submit} onKeyDown={shortcut} aria-label={t("sdk.form.title")}>
      <Stack gap="md">
        {example && <Example example={example} form={form} />}
        {inputs(false)}
        {hasMore && (
          <>
            <UnstyledButton type="button" aria-expanded={more} onClick={() => setMore(!more)} mih={40}>
              <Group gap={6} c="var(--mantine-color-anchor)">
                <Icon name={more ? "down" : "next"} size={16} />
                <Text span size="sm" fw={600}>
                  {t("sdk.form.more")}
                </Text>
              </Group>
            </UnstyledButton>
            <Collapse expanded={more}>
              <Stack gap="md">{inputs(true)}</Stack>
            </Collapse>
          </>
        )}
        <SubmitRow
          busy={busy}
          label={submitLabel ?? t("sdk.form.submit")}
          words={words}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Fills the form with an example; the same button then restores what was in it. */
function Example({ example, form: { fillIn, undo } }: { example: Values; form: ToolFormState }) {
  const t = useSdkTexts();
  return (
    <Group justify="flex-end" gap="xs" mb={-8}>
      <Text size="sm" c="dimmed" role="status">
        {undo && t("sdk.form.exampleShown")}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name={undo ? "back" : "spark"} size={15} />}
        onClick={undo ?? (() => fillIn(example))}
      >
        {t(undo ? "sdk.form.undo" : "sdk.form.example")}
      </Button>
    </Group>
  );
}

type SubmitProps = { busy: boolean; label: string; words: number; onCancel: () => void };

function SubmitRow({ busy, label, words, onCancel }: SubmitProps) {
  const t = useSdkTexts();
  const formats = useFormats();
  return (
    <Stack gap={6} className="sw-submit">
      {/* On a narrow screen the second button is below a long label, which would be cut beside it. */}
      <Group gap="sm">
        {/* Not disabled while busy: a disabled button loses the focus. */}
        <Button
          type="submit"
          size="md"
          flex="1 0 auto"
          aria-disabled={busy}
          data-disabled={busy || undefined}
          leftSection={busy ? <Loader size="xs" color="currentColor" /> : <Icon name="spark" />}
        >
          {label}
        </Button>
        {busy && (
          <Button variant="default" size="md" leftSection={<Icon name="stop" />} onClick={onCancel}>
            {t("sdk.run.cancel")}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" ta="center">
        {words > 0 && t("sdk.form.price", { count: words, words: formats.number(words) })}
        <Text span inherit visibleFrom="md">
          {words > 0 && " · "}
          {t("sdk.form.shortcut")}
        </Text>
      </Text>
    </Stack>
  );
}
