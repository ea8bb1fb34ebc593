import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { useRegistrationOpen } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { PasswordField } from "../../ui/password-field";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";
import { GoogleButton } from "./google-button";
import { useEnter } from "./use-enter";

const BLANK = { name: "", email: "", password: "", password_confirmation: "" };

export default function RegisterPage() {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const isOpen = useRegistrationOpen();
  return (
    <AuthCard
      title={t("accounts.register.title")}
      {...(isOpen && { lead: t("accounts.register.lead") })}
      footer={
        <>
          {t("accounts.register.known")}{" "}
          <Anchor component={Link} to={href("login")} underline="always">
            {t("accounts.register.login")}
          </Anchor>
        </>
      }
    >
      {isOpen ? <RegisterForm /> : <Text>{t("accounts.google.problem.registration-closed")}</Text>}
    </AuthCard>
  );
}

function RegisterForm() {
  const { t } = useTranslation("accounts");
  const enter = useEnter("onboarding");
  const [values, setValues] = useState(BLANK);
  const { errors, message, busy, submit } = useFormProblem();

  const register = async () => {
    const { user } = await unwrap(api.POST("/register", { body: values }));
    await enter(user);
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
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(register);
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <TextInput {...field("name", "name")} label={t("accounts.field.name")} />
        <TextInput {...field("email", "email")} type="email" label={t("accounts.field.email")} />
        <PasswordField
          {...field("password", "new-password")}
          label={t("accounts.field.password")}
          description={errors.password ? null : t("accounts.field.passwordHint")}
        />
        <PasswordField
          {...field("password_confirmation", "new-password")}
          label={t("accounts.field.passwordAgain")}
        />
        <Button type="submit" size="md" loading={busy} mt="xs">
          {t("accounts.register.submit")}
        </Button>
        <GoogleButton />
      </Stack>
    </form>
  );
}
