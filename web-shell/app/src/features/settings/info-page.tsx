import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { userQuery, useUser } from "../../api/session";
import { switchLanguage } from "../../i18n/i18n";
import { noteChoice } from "../../i18n/language";
import { usePageLanguage } from "../../i18n/use-page-language";
import { type Language, translatePath } from "../../paths";
import { Form } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { useFields } from "../../ui/use-fields";
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
  const form = useFields({ name: user.name, language: shown });
  const { name, language } = form.values;

  const save = async () => {
    const changed = await unwrap(api.PATCH("/api/user", { body: { name, language } }));
    queryClient.setQueryData(userQuery.queryKey, changed);
    form.set({ name: changed.name });
    if (language !== shown) await show(language);
    notify.success(i18n.getFixedT(language, "settings")("settings.profile.saved"));
  };
  return (
    <Section title={t("settings.profile.title")}>
      <Form of={form} onSubmit={() => form.submit(save)} go={t("settings.profile.save")}>
        <TextInput autoComplete="name" label={t("settings.profile.name")} required {...form.field("name")} />
        <Select
          label={t("settings.profile.language")}
          data={LANGUAGES}
          allowDeselect={false}
          {...form.field("language")}
        />
      </Form>
    </Section>
  );
}
