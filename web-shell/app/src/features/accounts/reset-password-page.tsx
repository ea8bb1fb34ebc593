import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { endSession } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Form, PasswordField, useFields } from "../../ui/form";
import { notify } from "../../ui/notify";
import { TextButton, TextLink } from "../../ui/texts";
import { AuthCard } from "./auth-card";

/** Requests a reset link; with the token of the link, asks for the new password. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get("token");
  return token ? <NewPassword token={token} /> : <AskForLink />;
}

function BackToLogin() {
  const { t, href } = useTexts("accounts");
  return <TextLink to={href("login")}>{t("accounts.reset.back")}</TextLink>;
}

function AskForLink() {
  const { t } = useTexts("accounts");
  const [sent, setSent] = useState(false);
  const form = useFields({ email: "" });
  const { email } = form.values;

  const ask = async () => {
    await unwrap(api.POST("/forgot-password", { body: { email } }));
    setSent(true);
  };
  if (sent) {
    return (
      <AuthCard title={t("accounts.reset.sentTitle")} footer={<BackToLogin />}>
        <Text role="status">{t("accounts.reset.sent", { email })}</Text>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("accounts.reset.title")} lead={t("accounts.reset.lead")} footer={<BackToLogin />}>
      <Form {...form.submits(ask)}>
        <TextInput type="email" autoComplete="username" {...form.needs("email", t("accounts.field.email"))} />
        <TextButton label={t("accounts.reset.submit")} isMain type="submit" size="md" loading={form.busy} />
      </Form>
    </AuthCard>
  );
}

function NewPassword({ token }: { token: string }) {
  const { t, href } = useTexts("accounts");
  const navigate = useNavigate();
  const form = useFields({ password: "", password_confirmation: "" });
  const { password, password_confirmation: again } = form.values;

  const save = async () => {
    const body = { token, password, password_confirmation: again };
    await unwrap(api.POST("/reset-password", { body }));
    // All sessions of the account have ended, including any in this browser.
    endSession();
    notify.success(t("accounts.reset.done"));
    navigate(href("login"), { replace: true });
  };
  return (
    <AuthCard
      title={t("accounts.reset.newTitle")}
      lead={t("accounts.reset.newLead")}
      footer={<BackToLogin />}
    >
      <Form {...form.submits(save)}>
        {form.message && <TextLink to={href("resetPassword")}>{t("accounts.reset.again")}</TextLink>}
        <PasswordField
          isNew
          description={form.errors.password ? null : t("accounts.field.passwordHint")}
          {...form.field("password", t("accounts.field.newPassword"))}
        />
        <PasswordField isNew {...form.field("password_confirmation", t("accounts.field.newPasswordAgain"))} />
        <TextButton label={t("accounts.reset.save")} isMain type="submit" size="md" loading={form.busy} />
      </Form>
    </AuthCard>
  );
}
