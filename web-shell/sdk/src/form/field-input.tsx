import { Box, Group, ItemsInput, Select, Slider, Switch, Text, Textarea, TextInput } from "@sitewright/ui";
import { useFormats } from "../formats";
import { Helped } from "../help/help-mark";
import { topicOf } from "../help/topics";
import { useSdkTexts } from "../texts";
import { type Field, isWhole, lengthOf } from "./fields";
import { NumberField } from "./number-field";

type Props = { field: Field; value: unknown; error?: string; onChange: (value: unknown) => void };

/** The element that gets the focus for an error of the field. */
export const fieldId = (name: string) => `field-${name}`;

const asText = (value: unknown) => (value === undefined || value === null ? "" : String(value));

function placeholderOf(field: Field): string | undefined {
  const first = field.schema.examples?.[0];
  return typeof first === "string" ? first : undefined;
}

/** Shows how much of a field's limit is used, while the user writes. */
function Counter({ text, limit }: { text: string; limit?: number }) {
  const formats = useFormats();
  if (!limit || !text) return null;
  const length = lengthOf(text);
  return (
    <Text
      size="xs"
      ta="right"
      mt={4}
      c={length > limit ? "var(--mantine-color-error)" : "dimmed"}
      aria-hidden="true"
    >
      {formats.number(length)} / {formats.number(limit)}
    </Text>
  );
}

/** One input of a tool's form, chosen by its schema, with a question mark if people ask about it. */
export const FieldInput = (props: Props) => (
  <Helped topic={topicOf(props.field.name)} name={props.field.title}>
    <FieldControl {...props} />
  </Helped>
);

function FieldControl({ field, value, error, onChange }: Props) {
  const t = useSdkTexts();
  const label = field.title;
  const frame = {
    id: fieldId(field.name),
    name: field.name,
    label,
    description: field.description || undefined,
    error,
    required: field.required,
    placeholder: placeholderOf(field),
  };
  const { schema } = field;
  switch (field.kind) {
    case "textarea":
      return (
        <Box>
          <Textarea
            {...frame}
            autosize
            minRows={4}
            maxRows={16}
            value={asText(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <Counter text={asText(value)} limit={schema.maxLength} />
        </Box>
      );
    case "number":
      return (
        <NumberField
          {...frame}
          // A text is no number: the user sees what was typed, with an error.
          value={typeof value === "number" ? value : asText(value)}
          least={schema.minimum}
          most={schema.maximum}
          decimals={isWhole(field) ? 0 : undefined}
          onChange={(next, text) => onChange(next === null ? undefined : Number.isNaN(next) ? text : next)}
        />
      );
    case "slider":
      return <SliderInput field={field} value={value} error={error} onChange={onChange} />;
    case "switch":
      return (
        <Switch
          id={frame.id}
          label={label}
          description={frame.description}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <Select
          {...frame}
          placeholder={t("sdk.form.choose")}
          data={field.choices}
          value={asText(value) || null}
          allowDeselect={!field.required}
          searchable={field.choices.length > 8}
          onChange={(next) => onChange(next ?? "")}
          checkIconPosition="right"
        />
      );
    case "tags":
      return (
        <ItemsInput
          {...frame}
          placeholder={placeholderOf(field) ?? t("sdk.form.tag")}
          value={Array.isArray(value) ? value.map(String) : []}
          maxTags={schema.maxItems}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...frame}
          type={field.kind === "url" ? "url" : "text"}
          value={asText(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function SliderInput({ field, value, error, onChange }: Props) {
  const { minimum = 0, maximum = 100, multipleOf = 1 } = field.schema;
  return (
    <Box>
      <Group justify="space-between" gap="xs" data-slider-head>
        <Text size="sm" fw={500} aria-hidden="true">
          {field.title}
        </Text>
        <Text size="sm">{asText(value)}</Text>
      </Group>
      <Slider
        thumbSize={24}
        id={fieldId(field.name)}
        thumbLabel={field.title}
        value={Number(value ?? minimum)}
        min={minimum}
        max={maximum}
        step={multipleOf}
        label={null}
        onChange={onChange}
      />
      <Text size="xs" c={error ? "var(--mantine-color-error)" : "dimmed"} mt={4}>
        {error ?? field.description}
      </Text>
    </Box>
  );
}
