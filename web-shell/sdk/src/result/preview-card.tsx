import { ActionIcon, Box, Group, Icon, Markdown, Text, Tooltip } from "@sitewright/ui";
import { type ReactNode, useState } from "react";
import type { Check, Schema, Variant } from "../shapes";
import { useShown } from "../shell-context";
import { useSdkTexts } from "../texts";
import { CheckList } from "./check-list";
import { type Edited, type Measures, ofWhole, partOf, remeasure, worthShowing } from "./checks";
import { useClips } from "./clips";
import { CopyAction } from "./copy-action";
import { type ResultField, resultFields } from "./fields";
import { PartEditor } from "./part-editor";
import { ResultCard } from "./result-card";
import { useReturnedFocus } from "./use-returned-focus";
import "./preview.css";

type Props = {
  field: ResultField;
  value: unknown;
  /** Whether the preview shows this part in full; then it is not repeated below. */
  isShown: boolean;
  isTyped: boolean;
  checks: Check[];
  language?: string;
  /** Absent if nothing can be saved. */
  onType?: (value: Edited) => void;
  onSave: () => Promise<void>;
  onDiscard: () => void;
};

const isEditable = (value: unknown): value is Edited =>
  typeof value === "string" || (Array.isArray(value) && value.every((entry) => typeof entry === "string"));

/** A list with one line per entry; words such as hashtags share a line. */
const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === "string") &&
  value.some((entry) => /\s/.test(entry));

type ValueProps = Pick<Props, "field" | "isShown" | "checks" | "language">;

type EntriesProps = Pick<Props, "isShown" | "checks" | "language"> & { entries: string[] };

/** The input of a preview: the parts of a variant, with unsaved edits. */
export type Previewed = { parts: Variant; place: number; language?: string; input: Record<string, unknown> };

export type PreviewCardProps = {
  title: string;
  place: number;
  output: Schema;
  variant: Variant;
  language?: string;
  input: Record<string, unknown>;
  measures?: Measures;
  /** The parts that the preview shows in full. */
  shows: (parts: Variant) => string[];
  draw: (previewed: Previewed) => ReactNode;
  /** Whether the text is still being written. */
  isLive?: boolean;
  /** The menu that rewrites the whole variant. */
  actions?: ReactNode;
  /** Saves one edited part; absent if nothing can be saved. */
  onEdit?: (part: string, value: Edited) => Promise<void>;
};

const cleaned = (value: Edited) => (Array.isArray(value) ? value.filter((entry) => entry.trim()) : value);

/** A preview of a variant, and beside it the parts to measure, copy and edit. */
export function PreviewCard(props: PreviewCardProps) {
  const { title, place, output, variant, language, input, measures, shows, draw, onEdit } = props;
  const { actions, isLive } = props;
  const t = useSdkTexts();
  const [typed, setTyped] = useState<Record<string, Edited>>({});
  const parts: Variant = { ...variant, ...typed };
  const checks = Object.entries(typed).reduce(
    (checks, [part, value]) => remeasure(checks, part, value, measures, variant[part] as Edited | undefined),
    variant.checks ?? ([] as Check[]),
  );
  const isMeasured = (part: string) => checks.some((check) => partOf(check.field) === part);
  // An empty part is shown if the tool expects it, but not if it was not requested.
  const fields = resultFields(output, parts).filter(
    ({ name, text }) => text !== "" || name in typed || isMeasured(name),
  );
  const shown = shows(parts);
  // Where nothing is edited, a part is in the preview or below it.
  const listed = useShown()
    ? fields.filter(({ name, text }) => text !== "" && !shown.includes(name))
    : fields;
  const type = (part: string, value: Edited) => setTyped((before) => ({ ...before, [part]: value }));
  const forget = (part: string) => setTyped(({ [part]: _, ...rest }) => rest);
  const save = async (part: string) => {
    const value = typed[part];
    if (value !== undefined) await onEdit?.(part, cleaned(value));
    forget(part);
  };
  const first = fields.find(({ name }) => isEditable(parts[name]))?.name;
  const editFirst = onEdit && first ? () => type(first, parts[first] as Edited) : undefined;
  const list = !isLive && listed.length > 0 && (
    <section className="sw-bench-part sw-bench-parts" aria-label={t("sdk.bench.parts")}>
      {listed.map((field) => (
        <PreviewPart
          key={field.name}
          field={field}
          value={parts[field.name]}
          isShown={shown.includes(field.name)}
          isTyped={field.name in typed}
          checks={checks.filter((check) => partOf(check.field) === field.name)}
          language={language}
          onType={onEdit && ((value) => type(field.name, value))}
          onSave={() => save(field.name)}
          onDiscard={() => forget(field.name)}
        />
      ))}
    </section>
  );
  return (
    <ResultCard title={title} fields={fields} actions={actions} parts={list} onEdit={editFirst}>
      <div className="sw-previewed">{draw({ parts, place, language, input })}</div>
    </ResultCard>
  );
}

/** One part of a variant beside its preview: its measurements, to copy and to edit. */
function PreviewPart({ field, value, isShown, isTyped, checks, language, ...on }: Props) {
  const t = useSdkTexts();
  const clip = useClips();
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
          {field.text !== "" && (
            <CopyAction text={clip(field)} label={t("sdk.result.copy", { name: field.title })} />
          )}
        </Group>
      </Group>
      {isListOfTexts(value) ? (
        <Entries entries={value} isShown={isShown} checks={checks} language={language} />
      ) : (
        <Value
          field={field}
          isShown={isShown}
          checks={Array.isArray(value) ? checks.filter(({ ok }) => !ok) : ofWhole(checks, field.text)}
          language={language}
        />
      )}
    </Box>
  );
}

type LineProps = { checks: Check[]; children: ReactNode };

/** A text with its size on the same line. A warning is a sentence: beside the text it would leave no room for it. */
function Line({ checks, children }: LineProps) {
  const shown = worthShowing(checks);
  return (
    <>
      <div className="sw-part-line">
        {children}
        <CheckList checks={shown.filter(({ ok }) => ok)} inline />
      </div>
      <CheckList checks={shown.filter(({ ok }) => !ok)} />
    </>
  );
}

/** A text with its measurements; one that the preview shows in full is shortened to the line of its size. */
function Value({ field, isShown, checks, language }: ValueProps) {
  if (isShown)
    return (
      <Line checks={checks}>
        <Text size="sm" truncate lang={language} dir="auto">
          {field.text}
        </Text>
      </Line>
    );
  return (
    <>
      <div lang={language} dir="auto">
        {field.format === "markdown" ? (
          <Markdown text={field.text} level={4} language={language} />
        ) : (
          <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{field.text}</Text>
        )}
      </div>
      <CheckList checks={checks} />
    </>
  );
}

/** The entries of a list, each with its size on its line, and the measurements of the whole list. */
function Entries({ entries, isShown, checks, language }: EntriesProps) {
  const rows = entries.map((text, place) => ({ text, place }));
  return (
    <>
      <ul className="sw-part-entries">
        {rows.map(({ text, place }) => (
          <li key={place}>
            <Line
              checks={ofWhole(
                checks.filter(({ field }) => field.endsWith(`/${place}`)),
                entries,
              )}
            >
              <Text
                size="sm"
                truncate={isShown || undefined}
                lang={language}
                dir="auto"
                style={{ overflowWrap: "anywhere" }}
              >
                {text}
              </Text>
            </Line>
          </li>
        ))}
      </ul>
      <CheckList checks={checks.filter(({ field, ok }) => !ok && partOf(field) === field)} />
    </>
  );
}
