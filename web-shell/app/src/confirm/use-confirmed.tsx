import { Group, Stack, Text } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api, unwrap } from "../api/client";
import { signOut } from "../api/session";
import { useHref } from "../i18n/use-page-language";
import { Dialog } from "../ui/dialog";
import { Form } from "../ui/form";
import { PasswordField } from "../ui/password-field";
import { TextButton } from "../ui/texts";
import { useFields } from "../ui/use-fields";

const LOCKED = 423;

type Asked = { hasPassword: boolean; go: () => Promise<void> };

/**
 * Runs what the server allows only shortly after a sign-in. Where it asks for the password, a dialog
 * does, and the action runs again. Draw `dialog` on the page.
 */
export function useConfirmed(): { run: (action: () => Promise<void>) => Promise<void>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.status !== LOCKED) throw problem;
      setAsked({ hasPassword: problem.code === "auth.confirm-password", go: action });
    }
  };
  const dialog = asked && <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />;
  return { run, dialog };
}

function ConfirmDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("shell.confirm.title")} onClose={onClose}>
      {asked.hasPassword ? <AskPassword go={asked.go} onClose={onClose} /> : <AskSignIn onClose={onClose} />}
    </Dialog>
  );
}

function AskPassword({ go, onClose }: { go: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields({ password: "" });
  const confirm = async () => {
    await unwrap(api.POST("/api/user/confirm-password", { body: form.values }));
    await go();
    onClose();
  };
  return (
    <Form of={form} onSubmit={() => form.submit(confirm)} go={t("shell.confirm.go")} onCancel={onClose}>
      <Text>{t("shell.confirm.text")}</Text>
      <PasswordField
        autoComplete="current-password"
        label={t("shell.confirm.password")}
        data-autofocus
        {...form.field("password")}
      />
    </Form>
  );
}

function AskSignIn({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const href = useHref();
  const leave = async () => {
    const { pathname, search } = location;
    await signOut();
    navigate(`${href("login")}?next=${encodeURIComponent(pathname + search)}`);
  };
  return (
    <Stack gap="md">
      <Text>{t("shell.confirm.fresh")}</Text>
      <Group justify="flex-end">
        <TextButton label={t("shell.confirm.cancel")} onClick={onClose} />
        <TextButton label={t("shell.confirm.signOut")} isMain data-autofocus onClick={leave} />
      </Group>
    </Stack>
  );
}
