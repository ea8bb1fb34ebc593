import { useForm } from "@mantine/form";
import { useSubmit } from "./use-submit";

type Values = Record<string, unknown>;

/** The state of a form: its values, the errors of the server at its fields, and its submission. */
export function useFields<T extends Values>(initialValues: T) {
  const form = useForm<T>({ initialValues, clearInputErrorOnChange: false });
  const action = useSubmit(form.setErrors);
  return {
    ...action,
    values: form.values,
    errors: form.errors as Record<string, string>,
    set: (values: Partial<T>) => form.setValues(values),
    reset: form.reset,
    /** Properties of the input of a field. */
    field: (name: keyof T & string, type: "input" | "checkbox" = "input") => ({
      name,
      ...form.getInputProps(name as never, { type }),
    }),
  };
}
