import { Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { beginSession } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";
import { nextPath } from "./next-path";

export default function LoginPage() {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { errors, busy, submit } = useFormProblem();

  const signIn = async () => {
    const { user } = await unwrap(api.POST("/login", { body: { email, password } }));
    await beginSession(user);
    notify.clear();
    navigate(nextPath(search, href("dashboard")), { replace: true });
  };

  return (
    <AuthCard
      title={t("accounts.login.title")}
      lead={t("accounts.login.lead")}
      footer={
        <>
          {t("accounts.login.new")}{" "}
          <Anchor component={Link} to={href("register")} underline="always">
            {t("accounts.login.register")}
          </Anchor>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(signIn);
        }}
      >
        <Stack gap="md">
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
          <PasswordInput
            name="password"
            autoComplete="current-password"
            label={t("accounts.field.password")}
            required
            value={password}
            error={errors.password}
            visibilityToggleButtonProps={{ "aria-label": t("accounts.field.showPassword") }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy} mt="xs">
            {t("accounts.login.submit")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
