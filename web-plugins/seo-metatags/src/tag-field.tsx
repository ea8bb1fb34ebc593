import { type Check, CopyAction, type Schema, useFormats, useTool } from "@sitewright/sdk";
import { Box, Group, Progress, Stack, Text, Textarea } from "@sitewright/ui";
import { useId } from "react";
import { onPhone } from "./cut";
import { type Fit, type Measured, measured } from "./limits";
import type { FieldName } from "./tags";
import { useMetatagsTexts } from "./texts";

type Props = {
  name: FieldName;
  value: string;
  checks: Check[];
  language?: string;
  onChange: (value: string) => void;
};

function useFieldTitle(name: string): string {
  const output = useTool().output as Schema;
  return output.properties?.variants?.items?.properties?.[name]?.title ?? name;
}

/** A field with its limits, measured while the user types. */
export function TagField({ name, value, checks, language, onChange }: Props) {
  const t = useMetatagsTexts();
  const id = useId();
  const title = useFieldTitle(name);
  const lengths = measured(checks, name, value);
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text component="label" htmlFor={id} size="sm" fw={600}>
          {title}
        </Text>
        <CopyAction text={value} label={t("seo-metatags.copy", { name: title })} />
      </Group>
      <Textarea
        id={id}
        lang={language}
        aria-describedby={`${id}-lengths`}
        autosize
        minRows={1}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, " "))}
      />
      <Stack gap={4} mt={6} id={`${id}-lengths`}>
        {lengths.map((length) => (
          <LengthBar key={length.unit} {...length} isCut={isCutOnPhone(name, value)} />
        ))}
      </Stack>
    </Box>
  );
}

const COLOURS: Record<Fit, string> = { short: "yellow", good: "spruce", long: "red" };

/** The fields of search results only: other places have no such limit. */
const isCutOnPhone = (name: FieldName, text: string) =>
  (name === "title" || name === "meta_description") && onPhone(name, text).isCut;

/**
 * The state of a limit: too short, good or too long, as text and as a bar. Widths are those of a desktop, and a phone
 * may show less.
 */
function LengthBar({ unit, value, min, max, fit, isCut }: Measured & { isCut: boolean }) {
  const t = useMetatagsTexts();
  const formats = useFormats();
  const most = max ?? min ?? 0;
  const range = min === null ? formats.number(most) : `${formats.number(min)}–${formats.number(most)}`;
  return (
    <Group gap="xs" wrap="nowrap" className="metatags-length" data-fit={fit}>
      {/* The text beside it has the same meaning. */}
      <Progress
        value={most ? Math.min(100, (value / most) * 100) : 0}
        color={COLOURS[fit]}
        size="sm"
        flex="0 0 6rem"
        aria-hidden="true"
      />
      <Text size="xs">
        {t(`seo-metatags.length.${unit}`, { value: formats.number(value), range })}
        {" · "}
        {unit === "pixels" ? t(`seo-metatags.fit.${fit}Desktop`) : t(`seo-metatags.fit.${fit}`)}
        {unit === "pixels" && isCut && ` · ${t("seo-metatags.fit.cutPhone")}`}
      </Text>
    </Group>
  );
}
