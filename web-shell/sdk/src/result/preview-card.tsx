import { Box, Stack } from "@sitewright/ui";
import { type ReactNode, useState } from "react";
import type { Check, Schema, Variant } from "../shapes";
import { type Edited, type Measures, partOf, remeasure } from "./checks";
import { resultFields } from "./fields";
import { PreviewPart } from "./preview-parts";
import { ResultCard } from "./result-card";

/** What a preview is drawn from: the parts of a variant, with what is typed at this moment. */
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
  chosen?: boolean;
  onChoose?: () => void;
  /** What else can be done with the variant. */
  actions?: ReactNode;
  /** Saves one edited part; left out where nothing can be saved. */
  onEdit?: (part: string, value: Edited) => Promise<void>;
};

const cleaned = (value: Edited) => (Array.isArray(value) ? value.filter((entry) => entry.trim()) : value);

/** A variant as its readers will see it, and below that its parts to measure, copy and edit. */
export function PreviewCard(props: PreviewCardProps) {
  const { title, place, output, variant, language, input, measures, shows, draw, onEdit } = props;
  const { chosen, onChoose, actions } = props;
  const [typed, setTyped] = useState<Record<string, Edited>>({});
  const parts: Variant = { ...variant, ...typed };
  const checks = Object.entries(typed).reduce(
    (checks, [part, value]) => remeasure(checks, part, value, measures, variant[part] as Edited | undefined),
    variant.checks ?? ([] as Check[]),
  );
  const isMeasured = (part: string) => checks.some((check) => partOf(check.field) === part);
  // An empty part is there to be filled if the tool expects it, not if it was not asked for.
  const fields = resultFields(output, parts).filter(
    ({ name, text }) => text !== "" || name in typed || isMeasured(name),
  );
  const shown = shows(parts);
  const forget = (part: string) => setTyped(({ [part]: _, ...rest }) => rest);
  const save = async (part: string) => {
    const value = typed[part];
    if (value !== undefined) await onEdit?.(part, cleaned(value));
    forget(part);
  };
  return (
    <ResultCard title={title} fields={fields} chosen={chosen} onChoose={onChoose} actions={actions} mb="xs">
      {draw({ parts, place, language, input })}
      <Box mt="md">
        <Stack gap="sm">
          {fields.map((field) => (
            <PreviewPart
              key={field.name}
              field={field}
              value={parts[field.name]}
              isShown={shown.includes(field.name)}
              isTyped={field.name in typed}
              checks={checks.filter((check) => partOf(check.field) === field.name)}
              language={language}
              onType={onEdit && ((value) => setTyped((before) => ({ ...before, [field.name]: value })))}
              onSave={() => save(field.name)}
              onDiscard={() => forget(field.name)}
            />
          ))}
        </Stack>
      </Box>
    </ResultCard>
  );
}
