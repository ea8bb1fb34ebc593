import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { useActionForm } from "../../confirm/action";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { LANGUAGES } from "../../paths";
import { Choice } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { LinkShown, type OneTimeLink } from "./link-shown";

/** A new account, and then its one-time link. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("admin");
  const [link, setLink] = useState<OneTimeLink | null>(null);
  return (
    <Dialog isKept={link !== null} title={t(link ? "admin.new.made" : "admin.new.title")} onClose={onClose}>
      {link ? <LinkShown link={link} onDone={onClose} /> : <Content onMade={setLink} onCancel={onClose} />}
    </Dialog>
  );
}

function Content({ onMade, onCancel }: { onMade: (link: OneTimeLink) => void; onCancel: () => void }) {
  const { t } = useTexts("admin");
  const shown = usePageLanguage();
  const isSuper = useUser().role === "super-admin";
  const form = useActionForm({ name: "", email: "", role: "user" as Role, language: shown });
  const make = async () => onMade((await unwrap(api.POST("/api/admin/users", { body: form.values }))).link);
  return (
    <Form {...form.submits(make)} go={t("admin.new.save")} onCancel={onCancel}>
      <TextInput data-autofocus autoComplete="off" {...form.needs("name", t("admin.new.name"))} />
      <TextInput type="email" autoComplete="off" {...form.needs("email", t("admin.new.email"))} />
      <Choice
        values={LANGUAGES}
        text={(language) => t(`admin.language.${language}`)}
        {...form.field("language", t("admin.new.language"))}
      />
      {isSuper && (
        <Choice
          values={ROLES}
          text={(role) => t(`admin.role.${role}`)}
          {...form.field("role", t("admin.new.role"))}
        />
      )}
    </Form>
  );
}
