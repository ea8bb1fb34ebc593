import { Button, Group, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { userQuery, useUser } from "../../api/session";
import { switchLanguage } from "../../i18n/i18n";
import { noteChoice } from "../../i18n/language";
import { usePageLanguage } from "../../i18n/use-page-language";
import { type Language, translatePath } from "../../paths";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { AvatarSection } from "./avatar-section";
import { DataSection } from "./data-section";
import { EmailSection } from "./email-section";
import { SettingsFrame } from "./settings-frame";

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "pl", label: "Polski" },
];

export default function InfoPage() {
  return (
    <SettingsFrame part="info">
      <ProfileSection />
      <AvatarSection />
      <EmailSection />
      <DataSection />
    </SettingsFrame>
  );
}

/** Shows the page in another language; an address of the old one would bring that back with the next visit. */
function useShow() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return async (language: Language) => {
    noteChoice();
    await switchLanguage(language);
    await navigate(translatePath(pathname, language), { replace: true, preventScrollReset: true });
  };
}

function ProfileSection() {
  const { t, i18n } = useTranslation("settings");
  const user = useUser();
  const shown = usePageLanguage();
  const show = useShow();
  const [name, setName] = useState(user.name);
  const [language, setLanguage] = useState<Language>(shown);
  const { errors, busy, submit } = useFormProblem();

  const save = async () => {
    const changed = await unwrap(api.PATCH("/api/user", { body: { name, language } }));
    queryClient.setQueryData(userQuery.queryKey, changed);
    setName(changed.name);
    if (language !== shown) await show(language);
    notify.success(i18n.getFixedT(language, "settings")("settings.profile.saved"));
  };
  return (
    <Section title={t("settings.profile.title")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(save);
        }}
      >
        <TextInput
          name="name"
          autoComplete="name"
          label={t("settings.profile.name")}
          required
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          mt="md"
          name="language"
          label={t("settings.profile.language")}
          data={LANGUAGES}
          allowDeselect={false}
          value={language}
          error={errors.language}
          onChange={(value) => setLanguage((value as Language | null) ?? shown)}
        />
        <Group mt="md">
          <Button type="submit" loading={busy}>
            {t("settings.profile.save")}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
