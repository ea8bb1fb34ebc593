import { SimpleGrid, TextInput } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { LongText } from "../../ui/long-text";
import { Section } from "../../ui/page";
import { OperatorFrame } from "./operator-frame";
import { SettingsForm, useSettings } from "./use-settings";

/** Who operates the site: shown in the footer, in the legal texts and to search engines. */
export default function CompanyPage() {
  const { t } = useTexts("operator");
  const { field, ...form } = useSettings("company");
  return (
    <OperatorFrame part="company">
      <SettingsForm {...form}>
        <Section title={t("operator.company.title")} lead={t("operator.company.lead")}>
          <TextInput
            autoComplete="organization"
            maxLength={200}
            {...field(["company", "name"], t("operator.company.name"))}
          />
          <LongText
            autoComplete="street-address"
            maxLength={500}
            description={t("operator.company.addressHelp")}
            {...field(["company", "address"], t("operator.company.address"))}
          />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput
              autoComplete="off"
              maxLength={40}
              {...field(["company", "vat_id"], t("operator.company.vatId"))}
            />
            <TextInput
              type="email"
              autoComplete="email"
              maxLength={254}
              {...field(["company", "email"], t("operator.company.email"))}
            />
            <TextInput
              type="tel"
              autoComplete="tel"
              maxLength={40}
              {...field(["company", "phone"], t("operator.company.phone"))}
            />
          </SimpleGrid>
        </Section>
      </SettingsForm>
    </OperatorFrame>
  );
}
