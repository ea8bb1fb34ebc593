import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { useAction } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { LANGUAGES, type Language } from "../../paths";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { LinkShown, type OneTimeLink } from "./link-shown";

/** A new account; afterwards the link that lets its owner in. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("admin");
  const [link, setLink] = useState<OneTimeLink | null>(null);
  return (
    <Dialog isKept={link !== null} title={t(link ? "admin.new.made" : "admin.new.title")} onClose={onClose}>
      {link ? <LinkShown link={link} onDone={onClose} /> : <Form onMade={setLink} onCancel={onClose} />}
    </Dialog>
  );
}

function Form({ onMade, onCancel }: { onMade: (link: OneTimeLink) => void; onCancel: () => void }) {
  const { t } = useTranslation("admin");
  const shown = usePageLanguage();
  const isSuper = useUser().role === "super-admin";
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("user");
  const [language, setLanguage] = useState<Language>(shown);
  const { errors, message, busy, dialog, act } = useAction();
  const make = async () => {
    const body = { name, email, role, language };
    onMade((await unwrap(api.POST("/api/admin/users", { body }))).link);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(make);
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <TextInput
          name="name"
          required
          data-autofocus
          autoComplete="off"
          label={t("admin.new.name")}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          name="email"
          type="email"
          required
          autoComplete="off"
          label={t("admin.new.email")}
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label={t("admin.new.language")}
          allowDeselect={false}
          data={LANGUAGES.map((language) => ({ value: language, label: t(`admin.language.${language}`) }))}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
        />
        {isSuper && (
          <Select
            label={t("admin.new.role")}
            allowDeselect={false}
            data={ROLES.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))}
            value={role}
            onChange={(value) => setRole(value as Role)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t("admin.action.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t("admin.new.save")}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}
