import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { useActionForm } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { LANGUAGES } from "../../paths";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { LinkShown, type OneTimeLink } from "./link-shown";

/** A new account; afterwards the link that lets its owner in. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("admin");
  const [link, setLink] = useState<OneTimeLink | null>(null);
  return (
    <Dialog isKept={link !== null} title={t(link ? "admin.new.made" : "admin.new.title")} onClose={onClose}>
      {link ? <LinkShown link={link} onDone={onClose} /> : <Content onMade={setLink} onCancel={onClose} />}
    </Dialog>
  );
}

function Content({ onMade, onCancel }: { onMade: (link: OneTimeLink) => void; onCancel: () => void }) {
  const { t } = useTranslation("admin");
  const shown = usePageLanguage();
  const isSuper = useUser().role === "super-admin";
  const form = useActionForm({ name: "", email: "", role: "user" as Role, language: shown });
  const make = async () => onMade((await unwrap(api.POST("/api/admin/users", { body: form.values }))).link);
  return (
    <Form of={form} onSubmit={() => form.act(make)} go={t("admin.new.save")} onCancel={onCancel}>
      <TextInput
        required
        data-autofocus
        autoComplete="off"
        label={t("admin.new.name")}
        {...form.field("name")}
      />
      <TextInput
        type="email"
        required
        autoComplete="off"
        label={t("admin.new.email")}
        {...form.field("email")}
      />
      <Select
        label={t("admin.new.language")}
        allowDeselect={false}
        data={LANGUAGES.map((language) => ({ value: language, label: t(`admin.language.${language}`) }))}
        {...form.field("language")}
      />
      {isSuper && (
        <Select
          label={t("admin.new.role")}
          allowDeselect={false}
          data={ROLES.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))}
          {...form.field("role")}
        />
      )}
    </Form>
  );
}
