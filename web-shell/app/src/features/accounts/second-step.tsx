import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { FormAlert } from "../../ui/form-alert";
import { useFormProblem } from "../../ui/use-form-problem";
import { AuthCard } from "./auth-card";

type Props = { challenge: string; onDone: (user: User) => Promise<void>; onBack: () => void };

/** The second step of a sign-in: a code from an app, or a recovery code. */
export function SecondStep({ challenge, onDone, onBack }: Props) {
  const { t } = useTranslation("accounts");
  const [code, setCode] = useState("");
  const { errors, message, busy, submit } = useFormProblem();

  const send = async () => {
    const answer = await unwrap(api.POST("/two-factor-challenge", { body: { challenge, code } }));
    if ("user" in answer) await onDone(answer.user);
  };
  return (
    <AuthCard title={t("accounts.second.title")} lead={t("accounts.second.lead")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(send);
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <TextInput
            name="code"
            autoComplete="one-time-code"
            label={t("accounts.field.code")}
            required
            data-autofocus
            autoFocus
            value={code}
            error={errors.code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy}>
            {t("accounts.second.submit")}
          </Button>
          <Anchor component="button" type="button" onClick={onBack} underline="always">
            {t("accounts.second.back")}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  );
}
