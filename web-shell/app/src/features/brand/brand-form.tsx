import { Alert, Group, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { AvoidField } from "./avoid-field";
import { FactsField } from "./facts-field";
import { GlossaryTable } from "./glossary-table";
import { TextField } from "./text-field";
import type { BrandFormState } from "./use-brand-form";

type Props = { form: BrandFormState; onSaved: () => void; children?: ReactNode };

/** All fields of the kit. `children` stand beside the button that saves. */
export function BrandForm({ form, onSaved, children }: Props) {
  const { t } = useTranslation("brand");
  return (
    <Form of={form} gap="lg" onSubmit={() => form.save(onSaved)}>
      <Section title={t("brand.section.who")}>
        <TextField form={form} name="name" />
        <TextField form={form} name="description" long />
        <TextField form={form} name="audience" long />
      </Section>
      <Section title={t("brand.section.voice")}>
        <TextField form={form} name="tone" />
        <AvoidField form={form} />
      </Section>
      <Section title={t("brand.section.facts")} lead={t("brand.facts.lead")}>
        <FactsField form={form} />
      </Section>
      <Section title={t("brand.section.glossary")} lead={t("brand.glossary.lead")}>
        <GlossaryTable form={form} />
      </Section>
      {form.conflict && <Conflict form={form} />}
      <Group>
        <TextButton label={t("brand.action.save")} isMain type="submit" loading={form.busy} />
        {children}
      </Group>
    </Form>
  );
}

function Conflict({ form }: { form: BrandFormState }) {
  const { t } = useTranslation("brand");
  return (
    <Alert role="alert" color="yellow" icon={<Icon name="alert" />} title={t("brand.conflict.title")}>
      <Text size="sm">{t("brand.conflict.text")}</Text>
      <TextButton label={t("brand.conflict.take")} size="xs" mt="sm" onClick={form.takeNewer} />
    </Alert>
  );
}
