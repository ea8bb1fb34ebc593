import { Box, Textarea, TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";
import { useTranslation } from "react-i18next";
import { Count, charactersOf } from "./count";
import { CHARACTERS } from "./kit";
import type { BrandFormState } from "./use-brand-form";

type Props = { form: BrandFormState; name: "name" | "description" | "tone" | "audience"; long?: boolean };

/** One text of the kit, on one line or on several. */
export function TextField({ form, name, long = false }: Props) {
  const { t } = useTranslation("brand");
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
    <Box>
      {long ? <Textarea {...frame} autosize minRows={2} maxRows={12} /> : <TextInput {...frame} />}
      <Count used={charactersOf(value)} limit={CHARACTERS[name]} />
    </Box>
  );
}
