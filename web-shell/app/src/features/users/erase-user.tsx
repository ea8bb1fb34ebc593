import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useAction } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";

/** The end of an account, once its address was typed. */
export function EraseUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const [asked, setAsked] = useState(false);
  return (
    <Section title={t("admin.erase.title")} lead={t("admin.erase.text")}>
      <Group>
        <Button variant="outline" color="red" c="var(--mantine-color-error)" onClick={() => setAsked(true)}>
          {t("admin.erase.ask")}
        </Button>
      </Group>
      {asked && (
        <Dialog title={t("admin.erase.sure", { name: user.name })} onClose={() => setAsked(false)}>
          <Confirm user={user} onCancel={() => setAsked(false)} />
        </Dialog>
      )}
    </Section>
  );
}

function Confirm({ user, onCancel }: { user: AdminUser; onCancel: () => void }) {
  const { t } = useTranslation("admin");
  const navigate = useNavigate();
  const href = useHref();
  const [email, setEmail] = useState("");
  const { errors, message, busy, dialog, act } = useAction();
  const erase = async () => {
    const params = { path: { id: user.id } };
    await unwrap(api.DELETE("/api/admin/users/{id}", { params, body: { email } }));
    await navigate(href("adminUsers"), { replace: true });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Nothing is left of the user to be loaded anew, only the list without them.
        act(erase, t("admin.erase.done"), at("/api/admin/users"));
      }}
    >
      <Stack gap="md">
        <Text>{t("admin.erase.type", { email: user.email })}</Text>
        <FormAlert>{message}</FormAlert>
        <TextInput
          name="email"
          type="email"
          required
          data-autofocus
          autoComplete="off"
          label={t("admin.erase.email")}
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t("admin.action.cancel")}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t("admin.erase.go")}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}
