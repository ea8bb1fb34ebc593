import { Loader, Stack, Text } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api, queryClient, quietly, unwrap } from "../../api/client";
import { userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { TextButton } from "../../ui/texts";
import { AuthCard } from "./auth-card";

/** Where the link in the mail leads: it proves the address and goes on. */
export default function ConfirmEmailPage() {
  const { t } = useTexts("accounts");
  const [search] = useSearchParams();
  const token = search.get("token");
  return token ? <Confirming token={token} /> : <Failed problem={t("accounts.confirm.missing")} />;
}

function Failed({ problem }: { problem: string }) {
  const { t, href } = useTexts("accounts");
  return (
    <AuthCard title={t("accounts.confirm.failed")}>
      <Stack>
        <Text role="alert">{problem}</Text>
        <TextButton label={t("accounts.confirm.goOn")} isMain to={href("dashboard")} />
      </Stack>
    </AuthCard>
  );
}

function Confirming({ token }: { token: string }) {
  const { t, href } = useTexts("accounts");
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(false);

  useEffect(() => {
    // The link works once, and React may run effects twice: ask once.
    if (sent.current) return;
    sent.current = true;
    unwrap(api.POST("/api/email/verify", { body: { token }, headers: quietly }))
      .then((user) => {
        queryClient.setQueryData(userQuery.queryKey, user);
        notify.success(t("accounts.confirm.done"));
        navigate(href("dashboard"), { replace: true });
      })
      .catch((cause) => setProblem((cause instanceof ApiProblem && cause.message) || String(cause)));
  }, [token, href, navigate, t]);

  if (problem !== null) return <Failed problem={problem} />;
  return (
    <AuthCard title={t("accounts.confirm.title")}>
      <Stack align="center" role="status">
        <Loader />
        <Text>{t("accounts.confirm.wait")}</Text>
      </Stack>
    </AuthCard>
  );
}
