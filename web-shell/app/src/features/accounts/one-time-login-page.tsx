import { Loader, Stack, Text } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { api, quietly, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";
import { AuthCard } from "./auth-card";
import { SecondStep } from "./second-step";
import { useEnter } from "./use-enter";

/** Signs in by a link that works once. */
export default function OneTimeLoginPage() {
  const { t, href } = useTexts("accounts");
  const enter = useEnter();
  const { token = "" } = useParams();
  const [problem, setProblem] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const sent = useRef(false);

  useEffect(() => {
    // The link works once, and React may run effects twice: ask once.
    if (sent.current) return;
    sent.current = true;
    unwrap(api.POST("/api/one-time-login/validate", { body: { token }, headers: quietly }))
      .then((answer) => ("user" in answer ? enter(answer.user) : setChallenge(answer.challenge)))
      .catch((cause) =>
        setProblem((cause instanceof ApiProblem && cause.message) || t("accounts.oneTime.expired")),
      );
  }, [token, enter, t]);

  if (challenge && problem === null) {
    const expired = () => setProblem(t("accounts.second.expired"));
    return <SecondStep challenge={challenge} onDone={enter} onBack={expired} />;
  }
  if (problem === null) {
    return (
      <AuthCard title={t("accounts.oneTime.title")}>
        <Stack align="center" role="status">
          <Loader />
          <Text>{t("accounts.oneTime.wait")}</Text>
        </Stack>
      </AuthCard>
    );
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
