import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type AdminUser, ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { useActionForm } from "../../confirm/use-action";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";

/** Name and role; only a super-administrator gives roles. */
export function EditUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const isSuper = useUser().role === "super-admin";
  const form = useActionForm({ name: user.name, role: user.role as Role });
  const { name, role } = form.values;
  const save = () => {
    const body = { name, ...(role !== user.role && { role }) };
    return unwrap(api.PATCH("/api/admin/users/{id}", { params: { path: { id: user.id } }, body }));
  };
  return (
    <Section title={t("admin.edit.title")}>
      <Form
        of={form}
        onSubmit={() => form.act(save, t("admin.edit.saved"))}
        go={t("admin.edit.save")}
        variant="default"
      >
        <TextInput required autoComplete="off" label={t("admin.edit.name")} {...form.field("name")} />
        {isSuper && (
          <Select
            label={t("admin.edit.role")}
            description={t("admin.edit.roleText")}
            allowDeselect={false}
            data={ROLES.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))}
            {...form.field("role")}
          />
        )}
      </Form>
    </Section>
  );
}
