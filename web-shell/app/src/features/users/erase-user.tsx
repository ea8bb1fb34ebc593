import { Group, Text, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useActionForm } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";

/** The end of an account, once its address was typed. */
export function EraseUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const [asked, setAsked] = useState(false);
  return (
    <Section title={t("admin.erase.title")} lead={t("admin.erase.text")}>
      <Group>
        <TextButton label={t("admin.erase.ask")} variant="outline" isDanger onClick={() => setAsked(true)} />
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
  const form = useActionForm({ email: "" });
  const { email } = form.values;
  const erase = async () => {
    const params = { path: { id: user.id } };
    await unwrap(api.DELETE("/api/admin/users/{id}", { params, body: { email } }));
    await navigate(href("adminUsers"), { replace: true });
  };
  return (
    <Form
      of={form}
      // The user no longer exists; only the list has to be loaded again.
      onSubmit={() => form.act(erase, t("admin.erase.done"), at("/api/admin/users"))}
      go={t("admin.erase.go")}
      onCancel={onCancel}
      color="red.8"
    >
      <Text>{t("admin.erase.type", { email: user.email })}</Text>
      <TextInput
        type="email"
        required
        data-autofocus
        autoComplete="off"
        label={t("admin.erase.email")}
        {...form.field("email")}
      />
    </Form>
  );
}
