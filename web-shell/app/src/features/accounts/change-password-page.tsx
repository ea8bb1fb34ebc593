import { Anchor, Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { PasswordField } from "../../ui/password-field";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";

const BLANK = { current_password: "", password: "", password_confirmation: "" };

/** The address that mails and older links name; the settings hold the same form. */
export default function ChangePasswordPage() {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const navigate = useNavigate();
  const [values, setValues] = useState(BLANK);
  const { errors, message, busy, submit } = useFormProblem();

  const save = async () => {
    await unwrap(api.PUT("/api/user/password", { body: values }));
    notify.success(t("accounts.change.done"));
    navigate(href("settingsSecurity"));
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
    <AuthCard
      title={t("accounts.change.title")}
      lead={t("accounts.change.lead")}
      footer={
        <Anchor component={Link} to={href("settingsSecurity")} underline="always">
          {t("accounts.change.back")}
        </Anchor>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(save);
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <PasswordField
            {...field("current_password", "current-password")}
            label={t("accounts.change.current")}
          />
          <PasswordField
            {...field("password", "new-password")}
            label={t("accounts.field.newPassword")}
            description={errors.password ? null : t("accounts.field.passwordHint")}
          />
          <PasswordField
            {...field("password_confirmation", "new-password")}
            label={t("accounts.field.newPasswordAgain")}
          />
          <Button type="submit" size="md" loading={busy}>
            {t("accounts.change.save")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
