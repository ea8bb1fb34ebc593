import { ActionIcon, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";
import { Count } from "./count";
import { ENTRIES, type Term } from "./kit";
import type { BrandFormState } from "./use-brand-form";

const COLUMNS = ["source", "target"] as const;

/** How the brand writes its terms in the other language. */
export function GlossaryTable({ form }: { form: BrandFormState }) {
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
      {form.errors.glossary && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.errors.glossary}
        </Text>
      )}
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

type RowProps = {
  form: BrandFormState;
  term: Term;
  index: number;
  onChange: (term: Term) => void;
  onRemove: () => void;
};

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
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("brand.glossary.remove", { number })}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
