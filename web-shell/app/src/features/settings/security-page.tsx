import { Text } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useLoaded } from "../../api/query";
import { useActionForm } from "../../confirm/use-action";
import { Form } from "../../ui/form";
import { PasswordField } from "../../ui/password-field";
import { Section } from "../../ui/section";
import { GoogleSection } from "./google-section";
import { securityQuery } from "./security";
import { SessionsSection } from "./sessions-section";
import { SettingsFrame } from "./settings-frame";
import { TwoFactorSection } from "./two-factor-section";

export default function SecurityPage() {
  const security = useLoaded(securityQuery);
  return (
    <SettingsFrame part="security">
      <PasswordSection hasPassword={security.has_password} />
      <TwoFactorSection security={security} />
      <GoogleSection connected={security.google} />
      <SessionsSection />
    </SettingsFrame>
  );
}

const BLANK = { current_password: "", password: "", password_confirmation: "" };

function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("settings");
  const form = useActionForm(BLANK);
  const save = async () => {
    const { current_password, ...chosen } = form.values;
    await unwrap(api.PUT("/api/user/password", { body: hasPassword ? form.values : chosen }));
    form.reset();
  };
  return (
    <Section title={t("settings.password.title")}>
      <Form
        of={form}
        onSubmit={() =>
          form.act(save, t("settings.password.saved"), under("/api/user/security", "/api/user/sessions"))
        }
        go={t(hasPassword ? "settings.password.save" : "settings.password.set")}
        variant="default"
      >
        {!hasPassword && <Text size="sm">{t("settings.password.none")}</Text>}
        {hasPassword && (
          <PasswordField
            autoComplete="current-password"
            {...form.field("current_password")}
            label={t("settings.password.current")}
          />
        )}
        <PasswordField
          autoComplete="new-password"
          {...form.field("password")}
          label={t("settings.password.new")}
          description={form.errors.password ? null : t("settings.password.hint")}
        />
        <PasswordField
          autoComplete="new-password"
          {...form.field("password_confirmation")}
          label={t("settings.password.again")}
        />
      </Form>
    </Section>
  );
}
