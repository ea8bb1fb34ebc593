import { Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { api, queryClient, unwrap } from "../../api/client";
import { signOut, userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Form, FormAlert, useFields, useSubmit } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Dim, TextButton } from "../../ui/texts";
import { AuthCard } from "./auth-card";
import { nextPath } from "./next-path";

/** The user may open the link on the phone while this page waits on the computer. */
const ASK_MS = 5_000;

/** Polls the user; continues as soon as the address is verified on any device. */
function useUnverified() {
  const { t, href } = useTexts("accounts");
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { data: user } = useQuery({ ...userQuery, staleTime: 0, refetchInterval: ASK_MS });
  const verified = Boolean(user?.email_verified_at);
  useEffect(() => {
    if (!verified) return;
    notify.success(t("accounts.confirm.done"));
    navigate(nextPath(search, href("dashboard")), { replace: true });
  }, [verified, navigate, href, search, t]);
  return user;
}

/** For a user without a verified address: instructions, and a form to correct the address. */
export default function VerifyEmailPage() {
  const { href } = useTexts();
  const user = useUnverified();
  // The session may have ended in another window.
  if (!user) return <Navigate to={href("login")} replace />;
  return <Waiting email={user.pending_email ?? user.email} />;
}

function Waiting({ email }: { email: string }) {
  const { t, href } = useTexts("accounts");
  const navigate = useNavigate();
  const [changes, setChanges] = useState(false);
  const { message, press } = useSubmit();

  const again = async () => {
    await unwrap(api.POST("/api/email/verification-notification"));
    notify.success(t("accounts.verify.sent"));
  };
  const leave = async () => {
    await signOut();
    navigate(href("login"), { replace: true });
  };
  return (
    <AuthCard title={t("accounts.verify.title")} lead={t("accounts.verify.lead", { email })}>
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        {changes ? (
          <OtherAddress onDone={() => setChanges(false)} />
        ) : (
          <>
            <Dim>{t("accounts.verify.spam")}</Dim>
            <TextButton label={t("accounts.verify.again")} isMain {...press(again)} />
            <TextButton label={t("accounts.verify.change")} onClick={() => setChanges(true)} />
          </>
        )}
        <TextButton label={t("accounts.verify.signOut")} variant="subtle" onClick={leave} />
      </Stack>
    </AuthCard>
  );
}

function OtherAddress({ onDone }: { onDone: () => void }) {
  const { t } = useTexts("accounts");
  const form = useFields({ email: "" });
  const { email } = form.values;
  const save = async () => {
    const user = await unwrap(api.PUT("/api/user/email", { body: { email } }));
    queryClient.setQueryData(userQuery.queryKey, user);
    onDone();
  };
  return (
    <Form {...form.submits(save)}>
      <TextInput
        type="email"
        autoComplete="email"
        autoFocus
        {...form.needs("email", t("accounts.field.email"))}
      />
      <TextButton label={t("accounts.verify.save")} isMain type="submit" loading={form.busy} />
      <TextButton label={t("accounts.verify.cancel")} onClick={onDone} />
    </Form>
  );
}
