import { Alert, Card, Group, Select } from "@mantine/core";
import { type Field, fieldsOf } from "@sitewright/sdk/fields";
import { Helped } from "@sitewright/sdk/help";
import type { Tool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useEffect, useState } from "react";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Subtitle, TextButton } from "../../ui/texts";
import type { Column, Job } from "./jobs";

const LEFT_OUT = "-";
/** Rows whose values show what a column contains. */
const SAMPLE_ROWS = 3;
const SAMPLE_CHARACTERS = 60;
/** Columns that are proposed for a field without one. */
const MOST_PROPOSED = 4;

type Choose = (column: string, field: string | null) => void;

type Props = {
  tool: Tool;
  /** Null while the table cannot be used. */
  job: Job | null;
  columns: Column[];
  /** The fields that need a value and have none. */
  missing: Field[];
  onChoose: Choose;
};

/** The mapping of columns to fields, with values of each column. */
export function Columns({ tool, job, columns, missing, onChoose }: Props) {
  const { t } = useTexts("bulk");
  const samples = useSamples(job);
  const choices = [
    { value: LEFT_OUT, label: t("bulk.columns.leftOut") },
    ...fieldsOf(tool.input).map(({ name, title }) => ({ value: name, label: title })),
  ];
  return (
    <Helped topic="columns" name={t("bulk.columns.title")} isCard>
      <Card withBorder component="section" aria-labelledby="bulk-columns">
        <Subtitle id="bulk-columns">{t("bulk.columns.title")}</Subtitle>
        <Dim mb="md">{t("bulk.columns.lead")}</Dim>
        <Missing fields={missing} columns={columns} onChoose={onChoose} />
        <div className="bulk-columns">
          {columns.map((column, place) =>
            column.name === "" ? null : (
              <ColumnChoice
                key={column.name}
                column={column}
                choices={choices}
                sample={samples[place] ?? ""}
                onChoose={onChoose}
              />
            ),
          )}
        </div>
      </Card>
    </Helped>
  );
}

type ChoiceProps = {
  column: Column;
  choices: { value: string; label: string }[];
  sample: string;
  onChoose: Choose;
};

/** One column: its name, what it contains, and its field. A match by meaning is marked, and undone with one click. */
function ColumnChoice({ column: { name, field, guessed }, choices, sample, onChoose }: ChoiceProps) {
  const { t } = useTexts("bulk");
  return (
    <div>
      <Select
        label={name}
        description={sample ? t("bulk.columns.sample", { values: sample }) : undefined}
        classNames={{ description: "bulk-sample" }}
        data={choices}
        value={field ?? LEFT_OUT}
        allowDeselect={false}
        onChange={(next) => onChoose(name, next === LEFT_OUT ? null : next)}
      />
      {guessed && (
        <Group gap={6} mt={6}>
          <StateBadge mark="warn">{t("bulk.columns.guessed")}</StateBadge>
          <TextButton
            label={t("bulk.columns.notThis")}
            name={t("bulk.columns.notThisOne", { column: name })}
            size="xs"
            variant="subtle"
            onClick={() => onChoose(name, null)}
          />
        </Group>
      )}
    </div>
  );
}

/** Fields that every row lacks, and the columns that may fill them. */
function Missing({ fields, columns, onChoose }: { fields: Field[]; columns: Column[]; onChoose: Choose }) {
  const { t } = useTexts("bulk");
  if (fields.length === 0) return null;
  const free = columns.filter(({ name, field }) => name !== "" && field === null).slice(0, MOST_PROPOSED);
  const titles = fields.map(({ title }) => title).join(", ");
  return (
    <Alert
      color="red"
      role="alert"
      mb="md"
      icon={<Icon name="alert" />}
      title={t("bulk.columns.missing", { count: fields.length, fields: titles })}
    >
      {t("bulk.columns.missingText", { count: fields.length })}
      {free.length > 0 && (
        <Group gap="xs" mt="sm">
          {fields.flatMap(({ name, title }) =>
            free.map((column) => (
              <TextButton
                key={`${name} ${column.name}`}
                label={t("bulk.columns.use", { field: title, column: column.name })}
                size="xs"
                onClick={() => onChoose(column.name, name)}
              />
            )),
          )}
        </Group>
      )}
    </Alert>
  );
}

/** Values of each column. They stay while a change is checked, which makes another job. */
function useSamples(job: Job | null): string[] {
  const [samples, setSamples] = useState<string[]>([]);
  const { data } = useApi(
    "/api/bulk/{id}/rows",
    { path: { id: job?.id ?? "" }, query: { page: 1, per_page: SAMPLE_ROWS } },
    { enabled: job !== null, quiet: true, throwOnError: false },
  );
  useEffect(() => {
    if (!data) return;
    const width = Math.max(0, ...data.data.map(({ cells }) => cells.length));
    const valuesOf = (place: number) => data.data.map(({ cells }) => cells[place]).filter(Boolean);
    const shorten = (text: string) =>
      text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS).trimEnd()}…` : text;
    setSamples(Array.from({ length: width }, (_, place) => shorten(valuesOf(place).join(" · "))));
  }, [data]);
  return samples;
}
