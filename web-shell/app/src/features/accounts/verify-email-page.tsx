import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { signOut, userQuery, useUser } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";

/** For whoever has not verified the address yet: what to do, and how to correct it. */
export default function VerifyEmailPage() {
  const { t } = useTranslation("accounts");
  const user = useUser();
  const navigate = useNavigate();
  const href = useHref();
  const [changes, setChanges] = useState(false);
  const { message, busy, submit } = useFormProblem();

  const again = async () => {
    await unwrap(api.POST("/api/email/verification-notification"));
    notify.success(t("accounts.verify.sent"));
  };
  const leave = async () => {
    await signOut();
    navigate(href("login"), { replace: true });
  };
  return (
    <AuthCard
      title={t("accounts.verify.title")}
      lead={t("accounts.verify.lead", { email: user.pending_email ?? user.email })}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        {changes ? (
          <OtherAddress onDone={() => setChanges(false)} />
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t("accounts.verify.spam")}
            </Text>
            <Button loading={busy} onClick={() => submit(again)}>
              {t("accounts.verify.again")}
            </Button>
            <Button variant="default" onClick={() => setChanges(true)}>
              {t("accounts.verify.change")}
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={leave}>
          {t("accounts.verify.signOut")}
        </Button>
      </Stack>
    </AuthCard>
  );
}

function OtherAddress({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("accounts");
  const [email, setEmail] = useState("");
  const { errors, message, busy, submit } = useFormProblem();
  const save = async () => {
    const user = await unwrap(api.PUT("/api/user/email", { body: { email } }));
    queryClient.setQueryData(userQuery.queryKey, user);
    onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(save);
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          label={t("accounts.field.email")}
          required
          autoFocus
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {t("accounts.verify.save")}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t("accounts.verify.cancel")}
        </Button>
      </Stack>
    </form>
  );
}
