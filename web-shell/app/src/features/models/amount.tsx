import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useSeparators } from "../../ui/use-separators";

type Props = Omit<NumberInputProps, "value" | "onChange"> & {
  value: number | null;
  onChange: (next: number | null) => void;
};

/** A number or nothing. The server refuses a negative one at its field: without its sign it would be another one. */
export function Amount({ value, onChange, ...input }: Props) {
  const separators = useSeparators();
  return (
    <NumberInput
      {...separators}
      allowedDecimalSeparators={[",", "."]}
      hideControls
      {...input}
      value={value ?? ""}
      // A sign alone is not a number yet.
      onChange={(next) => next !== "-" && onChange(next === "" ? null : Number(next))}
    />
  );
}
