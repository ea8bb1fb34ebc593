import { Box } from "@mantine/core";
import { ItemsInput } from "@sitewright/ui/items-input";
import { useTranslation } from "react-i18next";
import { Count } from "./count";
import { ENTRIES } from "./kit";
import type { BrandFormState } from "./use-brand-form";

/** Words that texts must not use. An error names the word it is about. */
export function AvoidField({ form }: { form: BrandFormState }) {
  const { t } = useTranslation("brand");
  const { avoid } = form.values;
  const aboutWords = avoid.flatMap((word, index) => {
    const error = form.errors[`avoid.${index}`];
    return error ? [t("brand.avoid.about", { word, error })] : [];
  });
  const errors = [form.errors.avoid ?? [], aboutWords].flat();
  return (
    <Box>
      <ItemsInput
        data-field="avoid"
        label={t("brand.avoid.label")}
        description={t("brand.avoid.hint")}
        placeholder={avoid.length ? undefined : t("brand.avoid.example")}
        error={errors.join(" ") || undefined}
        value={avoid}
        onChange={(words) => form.set((kit) => ({ ...kit, avoid: words }))}
      />
      <Count used={avoid.length} limit={ENTRIES.avoid} />
    </Box>
  );
}
