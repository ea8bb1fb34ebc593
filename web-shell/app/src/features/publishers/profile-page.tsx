import { Select, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useActionForm } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";
import { countries } from "./countries";
import { KeysSection } from "./keys-section";
import { PayoutSection } from "./payout-section";
import { actions, type Publisher } from "./publisher";
import { PublisherFrame } from "./publisher-frame";

/** Who the publisher is, the keys of its packages, and who is paid. */
export default function ProfilePage() {
  const { t } = useTranslation("portal");
  return (
    <PublisherFrame part="profile">
      {(publisher) => (
        <>
          <KeysSection publisher={publisher} />
          {publisher.role === "owner" ? (
            <>
              <ProfileSection publisher={publisher} />
              <PayoutSection publisher={publisher} />
            </>
          ) : (
            <Text c="dimmed">{t("portal.profile.owners")}</Text>
          )}
        </>
      )}
    </PublisherFrame>
  );
}

function ProfileSection({ publisher }: { publisher: Publisher }) {
  const { t } = useTranslation("portal");
  const language = usePageLanguage();
  const form = useActionForm({
    name: publisher.name,
    contact: publisher.contact,
    website: publisher.website ?? "",
    country: publisher.country,
  });
  const text = (name: "name" | "contact" | "website") => ({
    label: t(`portal.register.${name}`),
    ...form.field(name),
  });
  return (
    <Section title={t("portal.profile.title")} lead={t("portal.profile.lead")}>
      <Form
        of={form}
        onSubmit={() => form.act(() => actions.edit(form.values), t("portal.profile.done"))}
        go={t("portal.action.save")}
        justify="flex-end"
      >
        <TextInput {...text("name")} required maxLength={120} />
        <TextInput {...text("contact")} required type="email" maxLength={254} />
        <TextInput {...text("website")} type="url" maxLength={500} placeholder="https://" />
        <Select
          searchable
          allowDeselect={false}
          label={t("portal.register.country")}
          nothingFoundMessage={t("portal.register.noCountry")}
          data={countries(language)}
          {...form.field("country")}
        />
      </Form>
    </Section>
  );
}
