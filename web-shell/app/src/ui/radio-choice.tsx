import { Radio, type RadioGroupProps, Stack } from "@mantine/core";

type Props<Value extends string> = Omit<RadioGroupProps, "children" | "onChange"> & {
  values: readonly Value[];
  text: (value: Value) => string;
  /** An explanation of each value. */
  help?: (value: Value) => string;
  onChange: (value: Value) => void;
};

/** One of a few values, which are all visible. */
export function RadioChoice<Value extends string>({ values, text, help, onChange, ...group }: Props<Value>) {
  return (
    <Radio.Group {...group} onChange={(value) => onChange(value as Value)}>
      <Stack gap="xs" mt="xs">
        {values.map((value) => (
          <Radio key={value} value={value} label={text(value)} description={help?.(value)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
