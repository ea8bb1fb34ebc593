import { Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { useRegistrationOpen } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { PasswordField } from "../../ui/password-field";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";
import { GoogleButton } from "./google-button";
import { SecondStep } from "./second-step";
import { useEnter } from "./use-enter";

/** Why Google did not sign somebody in; the server sends the reason along. */
const GOOGLE_PROBLEMS = [
  "google-declined",
  "google-failed",
  "google-unverified",
  "google-needs-password",
  "google-of-another-account",
  "registration-closed",
  "suspended",
];

/** A challenge that Google sign-in left in the address. */
const challengeOf = (hash: string) => new URLSearchParams(hash.slice(1)).get("challenge");

export default function LoginPage() {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const enter = useEnter();
  const [challenge, setChallenge] = useState(() => challengeOf(hash));
  const isOpen = useRegistrationOpen();

  if (challenge) {
    const back = () => {
      setChallenge(null);
      navigate(href("login"), { replace: true });
    };
    return <SecondStep challenge={challenge} onDone={enter} onBack={back} />;
  }
  return (
    <AuthCard
      title={t("accounts.login.title")}
      lead={t("accounts.login.lead")}
      footer={
        isOpen && (
          <>
            {t("accounts.login.new")}{" "}
            <Anchor component={Link} to={href("register")} underline="always">
              {t("accounts.login.register")}
            </Anchor>
          </>
        )
      }
    >
      <LoginForm onChallenge={setChallenge} />
    </AuthCard>
  );
}

function useGoogleProblem(): string | null {
  const { t } = useTranslation("accounts");
  const [search] = useSearchParams();
  const problem = search.get("problem") ?? "";
  return GOOGLE_PROBLEMS.includes(problem) ? t(`accounts.google.problem.${problem}`) : null;
}

function LoginForm({ onChallenge }: { onChallenge: (challenge: string) => void }) {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const enter = useEnter();
  const google = useGoogleProblem();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { errors, message, busy, submit } = useFormProblem();

  const signIn = async () => {
    const answer = await unwrap(api.POST("/login", { body: { email, password } }));
    if ("user" in answer) await enter(answer.user);
    else onChallenge(answer.challenge);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(signIn);
      }}
    >
      <Stack gap="md">
        <FormAlert>{message ?? google}</FormAlert>
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
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t("accounts.field.password")}
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt={-8}>
          <Anchor component={Link} to={href("resetPassword")} size="sm" underline="always">
            {t("accounts.login.forgot")}
          </Anchor>
        </Group>
        <Button type="submit" size="md" loading={busy}>
          {t("accounts.login.submit")}
        </Button>
        <GoogleButton />
      </Stack>
    </form>
  );
}
