import { Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { useRegistrationOpen } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Form, PasswordField, useFields } from "../../ui/form";
import { TextButton, TextLink } from "../../ui/texts";
import { AuthCard } from "./auth-card";
import { GoogleButton } from "./google-button";
import { withNext } from "./next-path";
import { SecondStep } from "./second-step";
import { useEnter } from "./use-enter";

/** Why a sign-in with Google failed, as the server reports it. */
const GOOGLE_PROBLEMS = [
  "google-declined",
  "google-failed",
  "google-unverified",
  "google-needs-password",
  "google-of-another-account",
  "registration-closed",
  "suspended",
];

/** The challenge of a second step that Google sign-in put into the address. */
const challengeOf = (hash: string) => new URLSearchParams(hash.slice(1)).get("challenge");

export default function LoginPage() {
  const { t, href } = useTexts("accounts");
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const enter = useEnter();
  const [challenge, setChallenge] = useState(() => challengeOf(hash));
  const isOpen = useRegistrationOpen();

  if (challenge) {
    const back = () => {
      setChallenge(null);
      navigate(withNext(href("login"), search), { replace: true });
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
            <TextLink to={withNext(href("register"), search)}>{t("accounts.login.register")}</TextLink>
          </>
        )
      }
    >
      <LoginForm onChallenge={setChallenge} />
    </AuthCard>
  );
}

function useGoogleProblem(): string | null {
  const { t } = useTexts("accounts");
  const [search] = useSearchParams();
  const problem = search.get("problem") ?? "";
  return GOOGLE_PROBLEMS.includes(problem) ? t(`accounts.google.problem.${problem}`) : null;
}

function LoginForm({ onChallenge }: { onChallenge: (challenge: string) => void }) {
  const { t, href } = useTexts("accounts");
  const enter = useEnter();
  const google = useGoogleProblem();
  const form = useFields({ email: "", password: "" });
  const { email, password } = form.values;

  const signIn = async () => {
    const answer = await unwrap(api.POST("/login", { body: { email, password } }));
    if ("user" in answer) await enter(answer.user);
    else onChallenge(answer.challenge);
  };
  return (
    <Form of={{ ...form, message: form.message ?? google }} onSubmit={() => form.submit(signIn)}>
      <TextInput type="email" autoComplete="username" {...form.needs("email", t("accounts.field.email"))} />
      <PasswordField {...form.field("password", t("accounts.field.password"))} />
      <Group justify="flex-end" mt={-8}>
        <TextLink to={href("resetPassword")} size="sm">
          {t("accounts.login.forgot")}
        </TextLink>
      </Group>
      <TextButton label={t("accounts.login.submit")} isMain type="submit" size="md" loading={form.busy} />
      <GoogleButton />
    </Form>
  );
}
