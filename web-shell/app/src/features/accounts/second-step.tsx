import { Anchor, TextInput } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { api, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { TextButton } from "../../ui/texts";
import { AuthCard } from "./auth-card";

type Props = { challenge: string; onDone: (user: User) => Promise<void>; onBack: () => void };

/** The second step of a sign-in: a code from an app, or a recovery code. */
export function SecondStep({ challenge, onDone, onBack }: Props) {
  const { t } = useTexts("accounts");
  const form = useFields({ code: "" });
  const { code } = form.values;

  const send = async () => {
    const answer = await unwrap(api.POST("/two-factor-challenge", { body: { challenge, code } }));
    if ("user" in answer) await onDone(answer.user);
  };
  return (
    <AuthCard title={t("accounts.second.title")} lead={t("accounts.second.lead")}>
      <Form {...form.submits(send)}>
        <TextInput
          autoComplete="one-time-code"
          data-autofocus
          autoFocus
          {...form.needs("code", t("accounts.field.code"))}
        />
        <TextButton label={t("accounts.second.submit")} isMain type="submit" size="md" loading={form.busy} />
        <Anchor component="button" type="button" onClick={onBack} underline="always">
          {t("accounts.second.back")}
        </Anchor>
      </Form>
    </AuthCard>
  );
}
