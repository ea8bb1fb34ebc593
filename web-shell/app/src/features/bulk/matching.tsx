import { Card, Select, Title } from "@mantine/core";
import { FieldInput, fieldsOf, type Values } from "@sitewright/sdk/fields";
import type { Tool } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Dim } from "../../ui/texts";
import type { Column } from "./jobs";

const LEFT_OUT = "-";

type ColumnsProps = {
  tool: Tool;
  columns: Column[];
  onChoose: (column: string, field: string | null) => void;
};

/** Which column fills in which field. */
export function Columns({ tool, columns, onChoose }: ColumnsProps) {
  const { t } = useTranslation("bulk");
  const fields = fieldsOf(tool.input);
  const choices = [
    { value: LEFT_OUT, label: t("bulk.columns.leftOut") },
    ...fields.map(({ name, title }) => ({ value: name, label: title })),
  ];
  return (
    <Card withBorder component="section" aria-labelledby="bulk-columns">
      <Title order={2} size="h4" id="bulk-columns">
        {t("bulk.columns.title")}
      </Title>
      <Dim mb="md">{t("bulk.columns.lead")}</Dim>
      <div className="bulk-columns">
        {columns
          .filter(({ name }) => name !== "")
          .map(({ name, field }) => (
            <Select
              key={name}
              label={name}
              data={choices}
              value={field ?? LEFT_OUT}
              allowDeselect={false}
              onChange={(next) => onChoose(name, next === LEFT_OUT ? null : next)}
            />
          ))}
      </div>
    </Card>
  );
}

type FixedProps = {
  tool: Tool;
  columns: Column[];
  values: Values;
  errors: Record<string, string>;
  onChange: (values: Values) => void;
};

/** The fields that no column fills in: one value for all rows. */
export function FixedValues({ tool, columns, values, errors, onChange }: FixedProps) {
  const { t } = useTranslation("bulk");
  const fields = fieldsOf(tool.input).filter(({ name }) => !columns.some(({ field }) => field === name));
  if (fields.length === 0) return null;
  return (
    <Card withBorder component="section" aria-labelledby="bulk-fixed">
      <Title order={2} size="h4" id="bulk-fixed">
        {t("bulk.fixed.title")}
      </Title>
      <Dim mb="md">{t("bulk.fixed.lead")}</Dim>
      <div className="bulk-columns">
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? field.schema.default}
            error={errors[`fixed.${field.name}`]}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
          />
        ))}
      </div>
    </Card>
  );
}
