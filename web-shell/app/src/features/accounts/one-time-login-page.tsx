import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useParams } from "react-router";
import { api, quietly, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";
import { AuthCard } from "./auth-card";
import { LinkWaits, useOneTimeLink } from "./one-time-link";
import { SecondStep } from "./second-step";
import { useEnter } from "./use-enter";

/** Signs in with a one-time link. */
export default function OneTimeLoginPage() {
  const { t, href } = useTexts("accounts");
  const enter = useEnter();
  const { token = "" } = useParams();
  const [challenge, setChallenge] = useState<string | null>(null);
  const signIn = async () => {
    const answer = await unwrap(
      api.POST("/api/one-time-login/validate", { body: { token }, headers: quietly }),
    );
    if ("user" in answer) await enter(answer.user);
    else setChallenge(answer.challenge);
  };
  const [problem, setProblem] = useOneTimeLink(signIn, t("accounts.oneTime.expired"));

  if (challenge && problem === null) {
    const expired = () => setProblem(t("accounts.second.expired"));
    return <SecondStep challenge={challenge} onDone={enter} onBack={expired} />;
  }
  if (problem === null) {
    return <LinkWaits title={t("accounts.oneTime.title")} text={t("accounts.oneTime.wait")} />;
  }
  return (
    <AuthCard title={t("accounts.oneTime.failed")}>
      <Stack>
        <Text role="alert">{problem}</Text>
        <Text c="dimmed">{t("accounts.oneTime.advice")}</Text>
        <TextButton label={t("accounts.oneTime.login")} isMain to={href("login")} />
      </Stack>
    </AuthCard>
  );
}
