import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
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
  const [edit, setEdit] = useState({
    name: publisher.name,
    contact: publisher.contact,
    website: publisher.website ?? "",
    country: publisher.country,
  });
  const { errors, message, busy, act } = useAction();
  const change = (next: Partial<typeof edit>) => setEdit((before) => ({ ...before, ...next }));
  const text = (name: "name" | "contact" | "website") => ({
    name,
    label: t(`portal.register.${name}`),
    value: edit[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <Section title={t("portal.profile.title")} lead={t("portal.profile.lead")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act(() => actions.edit(edit), t("portal.profile.done"));
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <TextInput {...text("name")} required maxLength={120} />
          <TextInput {...text("contact")} required type="email" maxLength={254} />
          <TextInput {...text("website")} type="url" maxLength={500} placeholder="https://" />
          <Select
            data-field="country"
            searchable
            allowDeselect={false}
            label={t("portal.register.country")}
            nothingFoundMessage={t("portal.register.noCountry")}
            data={countries(language)}
            value={edit.country}
            error={errors.country}
            onChange={(country) => change({ country: country ?? publisher.country })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t("portal.action.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
