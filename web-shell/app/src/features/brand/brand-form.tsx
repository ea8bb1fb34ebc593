import { Alert, Box, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { Helped } from "@sitewright/sdk/help";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { ItemsInput } from "@sitewright/ui/items-input";
import type { ChangeEvent, ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { Section } from "../../ui/page";
import { IconButton, Small, TextButton, Wrong } from "../../ui/texts";
import { CHARACTERS, ENTRIES, type Term } from "./kit";
import type { BrandFormState } from "./use-brand-form";

/** Counts characters as the server does: an emoji is one. */
const charactersOf = (text: string) => [...text].length;

const COLUMNS = ["source", "target"] as const;

/** The fields that people ask about. */
const HELPED: { [name in TextFieldProps["name"]]?: "tone" | "audience" } = {
  tone: "tone",
  audience: "audience",
};

type RowProps = {
  form: BrandFormState;
  term: Term;
  index: number;
  onChange: (term: Term) => void;
  onRemove: () => void;
};

type TextFieldProps = {
  form: BrandFormState;
  name: "name" | "description" | "tone" | "audience";
  long?: boolean;
};

type Props = { form: BrandFormState; onSaved: () => void; children?: ReactNode };

/** All fields of the kit. `children` are placed beside the save button. */
export function BrandForm({ form, onSaved, children }: Props) {
  const { t } = useTexts("brand");
  return (
    <Form of={form} gap="lg" onSubmit={() => form.save(onSaved)}>
      <Section title={t("brand.section.who")}>
        <TextField form={form} name="name" />
        <TextField form={form} name="description" long />
        <TextField form={form} name="audience" long />
      </Section>
      <Section title={t("brand.section.voice")}>
        <TextField form={form} name="tone" />
        <AvoidField form={form} />
      </Section>
      <Helped topic="facts" name={t("brand.section.facts")} isCard>
        <Section title={t("brand.section.facts")} lead={t("brand.facts.lead")}>
          <FactsField form={form} />
        </Section>
      </Helped>
      <Helped topic="glossary" name={t("brand.section.glossary")} isCard>
        <Section title={t("brand.section.glossary")} lead={t("brand.glossary.lead")}>
          <GlossaryTable form={form} />
        </Section>
      </Helped>
      {form.conflict && <Conflict form={form} />}
      <Group>
        <TextButton label={t("brand.action.save")} isMain type="submit" loading={form.busy} />
        {children}
      </Group>
    </Form>
  );
}

function Conflict({ form }: { form: BrandFormState }) {
  const { t } = useTexts("brand");
  return (
    <Alert role="alert" color="yellow" icon={<Icon name="alert" />} title={t("brand.conflict.title")}>
      <Small>{t("brand.conflict.text")}</Small>
      <TextButton label={t("brand.conflict.take")} size="xs" mt="sm" onClick={form.takeNewer} />
    </Alert>
  );
}

/** Words that texts must not use. An error names its word. */
function AvoidField({ form }: { form: BrandFormState }) {
  const { t } = useTexts("brand");
  const { avoid } = form.values;
  const aboutWords = avoid.flatMap((word, index) => {
    const error = form.errors[`avoid.${index}`];
    return error ? [t("brand.avoid.about", { word, error })] : [];
  });
  const errors = [form.errors.avoid ?? [], aboutWords].flat();
  return (
    <Helped topic="avoid" name={t("brand.avoid.label")}>
      <ItemsInput
        data-field="avoid"
        label={t("brand.avoid.label")}
        description={t("brand.avoid.hint")}
        placeholder={avoid.length ? undefined : t("brand.avoid.example")}
        error={errors.join(" ") || undefined}
        value={avoid}
        onChange={(words) => form.set((kit) => ({ ...kit, avoid: words }))}
      />
      <Count used={avoid.length} limit={ENTRIES.avoid} />
    </Helped>
  );
}

function TextField({ form, name, long = false }: TextFieldProps) {
  const { t } = useTexts("brand");
  const value = form.values[name];
  const frame = {
    name,
    label: t(`brand.${name}.label`),
    description: t(`brand.${name}.hint`),
    required: name === "name",
    error: form.errors[name],
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget;
      form.set((kit) => ({ ...kit, [name]: value }));
    },
  };
  return (
    <Helped topic={HELPED[name]} name={t(`brand.${name}.label`)}>
      {long ? <LongText {...frame} maxRows={12} /> : <TextInput {...frame} />}
      <Count used={charactersOf(value)} limit={CHARACTERS[name]} />
    </Helped>
  );
}

/** Claims that texts may make, one per line. */
function FactsField({ form }: { form: BrandFormState }) {
  const { t } = useTexts("brand");
  const { facts } = form.values;
  const set = (change: (facts: string[]) => string[]) =>
    form.set((kit) => ({ ...kit, facts: change(kit.facts) }));
  return (
    <Stack gap="sm">
      {facts.map((fact, index) => (
        // Lines have no id but their index.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end, and inputs are controlled.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Box flex={1} miw={0}>
            <LongText
              name={`facts.${index}`}
              aria-label={t("brand.facts.line", { number: index + 1 })}
              minRows={1}
              value={fact}
              error={form.errors[`facts.${index}`]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                set((before) => before.with(index, value));
              }}
            />
            {charactersOf(fact) > CHARACTERS.facts / 2 && (
              <Count used={charactersOf(fact)} limit={CHARACTERS.facts} />
            )}
          </Box>
          <IconButton
            icon="trash"
            label={t("brand.facts.remove", { number: index + 1 })}
            size={36}
            onClick={() => set((before) => before.toSpliced(index, 1))}
          />
        </Group>
      ))}
      {form.errors.facts && <Wrong>{form.errors.facts}</Wrong>}
      <Group justify="space-between">
        <TextButton
          label={t("brand.facts.add")}
          size="xs"
          icon="add"
          disabled={facts.length >= ENTRIES.facts}
          onClick={() => set((before) => [...before, ""])}
        />
        <Count used={facts.length} limit={ENTRIES.facts} />
      </Group>
    </Stack>
  );
}

/** Translations of the brand's terms. */
function GlossaryTable({ form }: { form: BrandFormState }) {
  const { t } = useTexts("brand");
  const { glossary } = form.values;
  const set = (change: (terms: Term[]) => Term[]) =>
    form.set((kit) => ({ ...kit, glossary: change(kit.glossary) }));
  return (
    <Stack gap="sm">
      {glossary.length > 0 && (
        <Table withRowBorders={false} horizontalSpacing={4} verticalSpacing={4} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              {COLUMNS.map((column) => (
                <Table.Th key={column}>{t(`brand.glossary.${column}`)}</Table.Th>
              ))}
              <Table.Td w={44} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {glossary.map((term, index) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and inputs are controlled.
                key={index}
                form={form}
                term={term}
                index={index}
                onChange={(next) => set((before) => before.with(index, next))}
                onRemove={() => set((before) => before.toSpliced(index, 1))}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {form.errors.glossary && <Wrong>{form.errors.glossary}</Wrong>}
      <Group justify="space-between">
        <TextButton
          label={t("brand.glossary.add")}
          size="xs"
          icon="add"
          disabled={glossary.length >= ENTRIES.glossary}
          onClick={() => set((before) => [...before, { source: "", target: "" }])}
        />
        <Count used={glossary.length} limit={ENTRIES.glossary} />
      </Group>
    </Stack>
  );
}

function Row({ form, term, index, onChange, onRemove }: RowProps) {
  const { t } = useTexts("brand");
  const number = index + 1;
  return (
    <Table.Tr style={{ verticalAlign: "top" }}>
      {COLUMNS.map((column) => (
        <Table.Td key={column}>
          <TextInput
            name={`glossary.${index}.${column}`}
            aria-label={t("brand.glossary.cell", { column: t(`brand.glossary.${column}`), number })}
            value={term[column]}
            error={form.errors[`glossary.${index}.${column}`]}
            onChange={(event) => onChange({ ...term, [column]: event.currentTarget.value })}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <IconButton
          icon="trash"
          label={t("brand.glossary.remove", { number })}
          size={36}
          onClick={onRemove}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** How much of a limit is used. The error message contains it too, so screen readers skip this. */
function Count({ used, limit }: { used: number; limit: number }) {
  const { number } = useFormats();
  const color = used > limit ? "var(--mantine-color-error)" : "dimmed";
  return (
    <Text size="xs" ta="right" mt={4} c={color} aria-hidden="true">
      {number(used)} / {number(limit)}
    </Text>
  );
}
