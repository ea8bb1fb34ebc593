import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { endSession } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { PasswordField } from "../../ui/password-field";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";

/** Asks for a link; with the link's token it asks for the new password. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get("token");
  return token ? <NewPassword token={token} /> : <AskForLink />;
}

function BackToLogin() {
  const { t } = useTranslation("accounts");
  const href = useHref();
  return (
    <Anchor component={Link} to={href("login")} underline="always">
      {t("accounts.reset.back")}
    </Anchor>
  );
}

function AskForLink() {
  const { t } = useTranslation("accounts");
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const { errors, message, busy, submit } = useFormProblem();

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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(ask);
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            label={t("accounts.field.email")}
            required
            value={email}
            error={errors.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy}>
            {t("accounts.reset.submit")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const { errors, message, busy, submit } = useFormProblem();

  const save = async () => {
    const body = { token, password, password_confirmation: again };
    await unwrap(api.POST("/reset-password", { body }));
    // Every session of the account is over, should this browser have had one.
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(save);
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          {message && (
            <Anchor component={Link} to={href("resetPassword")} underline="always">
              {t("accounts.reset.again")}
            </Anchor>
          )}
          <PasswordField
            name="password"
            autoComplete="new-password"
            label={t("accounts.field.newPassword")}
            description={errors.password ? null : t("accounts.field.passwordHint")}
            value={password}
            error={errors.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordField
            name="password_confirmation"
            autoComplete="new-password"
            label={t("accounts.field.newPasswordAgain")}
            value={again}
            error={errors.password_confirmation}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy}>
            {t("accounts.reset.save")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
