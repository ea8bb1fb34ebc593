import { Stack, Text } from "@mantine/core";
import { useNavigate, useSearchParams } from "react-router";
import { api, queryClient, quietly, unwrap } from "../../api/client";
import { userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { TextButton } from "../../ui/texts";
import { AuthCard } from "./auth-card";
import { nextPath } from "./next-path";
import { LinkWaits, useOneTimeLink } from "./one-time-link";

/** The target of the link in the mail: it verifies the address and continues. */
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
  const [search] = useSearchParams();
  const verify = async () => {
    const user = await unwrap(api.POST("/api/email/verify", { body: { token }, headers: quietly }));
    queryClient.setQueryData(userQuery.queryKey, user);
    notify.success(t("accounts.confirm.done"));
    navigate(nextPath(search, href("dashboard")), { replace: true });
  };
  const [problem] = useOneTimeLink(verify);
  if (problem !== null) return <Failed problem={problem} />;
  return <LinkWaits title={t("accounts.confirm.title")} text={t("accounts.confirm.wait")} />;
}
