import { Select, type SelectProps } from "@mantine/core";

type Props<Value extends string> = Omit<SelectProps, "data" | "allowDeselect"> & {
  values: readonly Value[];
  text: (value: Value) => string;
};

/** A select with exactly one of these values. */
export const Choice = <Value extends string>({ values, text, ...props }: Props<Value>) => (
  <Select allowDeselect={false} data={values.map((value) => ({ value, label: text(value) }))} {...props} />
);
