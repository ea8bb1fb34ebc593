import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useConfirmed } from "../../confirm/use-confirmed";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { notify } from "../../ui/notify";
import { PasswordField } from "../../ui/password-field";
import { Section } from "../../ui/section";
import { useFormProblem } from "../../ui/use-form-problem";
import { GoogleSection } from "./google-section";
import { securityQuery, sessionsQuery } from "./security";
import { SessionsSection } from "./sessions-section";
import { SettingsFrame } from "./settings-frame";
import { TwoFactorSection } from "./two-factor-section";

export default function SecurityPage() {
  const { data: security } = useQuery(securityQuery);
  return (
    <SettingsFrame part="security">
      {security ? (
        <>
          <PasswordSection hasPassword={security.has_password} />
          <TwoFactorSection security={security} />
          <GoogleSection connected={security.google} />
        </>
      ) : (
        <Loading h={320} radius="lg" />
      )}
      <SessionsSection />
    </SettingsFrame>
  );
}

const BLANK = { current_password: "", password: "", password_confirmation: "" };

function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("settings");
  const queries = useQueryClient();
  const [values, setValues] = useState(BLANK);
  const { errors, message, busy, submit } = useFormProblem();
  const { run, dialog } = useConfirmed();

  const save = async () => {
    const { current_password, ...chosen } = values;
    await unwrap(api.PUT("/api/user/password", { body: hasPassword ? values : chosen }));
    setValues(BLANK);
    notify.success(t("settings.password.saved"));
    await Promise.all([securityQuery, sessionsQuery].map((query) => queries.invalidateQueries(query)));
  };
  const field = (name: keyof typeof BLANK, autoComplete: string) => ({
    name,
    autoComplete,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Section title={t("settings.password.title")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(() => run(save));
        }}
      >
        <Stack gap="md">
          {!hasPassword && <Text size="sm">{t("settings.password.none")}</Text>}
          <FormAlert>{message}</FormAlert>
          {hasPassword && (
            <PasswordField
              {...field("current_password", "current-password")}
              label={t("settings.password.current")}
            />
          )}
          <PasswordField
            {...field("password", "new-password")}
            label={t("settings.password.new")}
            description={errors.password ? null : t("settings.password.hint")}
          />
          <PasswordField
            {...field("password_confirmation", "new-password")}
            label={t("settings.password.again")}
          />
          <Group>
            <Button type="submit" variant="default" loading={busy}>
              {t(hasPassword ? "settings.password.save" : "settings.password.set")}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Section>
  );
}
