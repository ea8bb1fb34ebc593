import { Select, type SelectProps } from "@mantine/core";

type Filter = { get: (name: string) => string; set: (name: string, value: string) => void };
type Props = Omit<SelectProps, "value" | "onChange" | "filter"> & {
  filter: Filter;
  name: string;
  /** The label for no choice. */
  any: string;
};

/** A filter of a list with one choice or none; the address stores it. */
export const FilterSelect = ({ filter, name, any, ...props }: Props) => (
  <Select
    placeholder={any}
    clearable
    clearButtonProps={{ "aria-label": any }}
    value={filter.get(name) || null}
    onChange={(value) => filter.set(name, value ?? "")}
    {...props}
  />
);
