import { Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { beginSession } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";

const BLANK = { name: "", email: "", password: "", password_confirmation: "" };

export default function RegisterPage() {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const navigate = useNavigate();
  const [values, setValues] = useState(BLANK);
  const { errors, busy, submit } = useFormProblem();

  const register = async () => {
    const { user } = await unwrap(api.POST("/register", { body: values }));
    await beginSession(user);
    notify.clear();
    navigate(href("onboarding"), { replace: true });
  };
  const field = (name: keyof typeof BLANK, autoComplete: string) => ({
    name,
    autoComplete,
    required: true,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const reveal = { "aria-label": t("accounts.field.showPassword") };

  return (
    <AuthCard
      title={t("accounts.register.title")}
      lead={t("accounts.register.lead")}
      footer={
        <>
          {t("accounts.register.known")}{" "}
          <Anchor component={Link} to={href("login")} underline="always">
            {t("accounts.register.login")}
          </Anchor>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(register);
        }}
      >
        <Stack gap="md">
          <TextInput {...field("name", "name")} label={t("accounts.field.name")} />
          <TextInput {...field("email", "email")} type="email" label={t("accounts.field.email")} />
          <PasswordInput
            {...field("password", "new-password")}
            label={t("accounts.field.password")}
            visibilityToggleButtonProps={reveal}
          />
          <PasswordInput
            {...field("password_confirmation", "new-password")}
            label={t("accounts.field.passwordAgain")}
            visibilityToggleButtonProps={reveal}
          />
          <Button type="submit" size="md" loading={busy} mt="xs">
            {t("accounts.register.submit")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
