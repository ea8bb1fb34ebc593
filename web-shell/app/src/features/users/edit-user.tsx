import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type AdminUser, ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { useAction } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";

/** Name and role; only a super-administrator gives roles. */
export function EditUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const isSuper = useUser().role === "super-admin";
  const [name, setName] = useState(user.name);
  const [role, setRole] = useState<Role>(user.role);
  const { errors, message, busy, dialog, act } = useAction();
  const save = () => {
    const body = { name, ...(role !== user.role && { role }) };
    return unwrap(api.PATCH("/api/admin/users/{id}", { params: { path: { id: user.id } }, body }));
  };
  return (
    <Section title={t("admin.edit.title")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act(save, t("admin.edit.saved"));
        }}
      >
        <Stack gap="md">
          <FormAlert>{message}</FormAlert>
          <TextInput
            name="name"
            required
            autoComplete="off"
            label={t("admin.edit.name")}
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {isSuper && (
            <Select
              label={t("admin.edit.role")}
              description={t("admin.edit.roleText")}
              allowDeselect={false}
              data={ROLES.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))}
              value={role}
              error={errors.role}
              onChange={(value) => setRole(value as Role)}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={busy}>
              {t("admin.edit.save")}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Section>
  );
}
