import { TextInput } from "@mantine/core";
import { useUnsaved } from "@sitewright/sdk/shell";
import { type AdminUser, ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Form } from "../../ui/form";
import { Panel } from "../../ui/page";

/** Name and role; only a super-administrator changes roles. */
export function EditUser({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  const isSuper = useUser().role === "super-admin";
  const form = useActionForm({ name: user.name, role: user.role as Role });
  const { name, role } = form.values;
  const isChanged = name.trim() !== user.name || role !== user.role;
  useUnsaved(isChanged, { onLose: () => form.set({ name: user.name, role: user.role }) });
  const save = () => {
    const body = { name, ...(role !== user.role && { role }) };
    return unwrap(api.PATCH("/api/admin/users/{id}", { params: { path: { id: user.id } }, body }));
  };
  return (
    <Panel title={t("admin.edit.title")}>
      <Form
        {...form.submits(save, t("admin.edit.saved"))}
        go={t("admin.edit.save")}
        variant="default"
        gap="sm"
      >
        <TextInput autoComplete="off" {...form.needs("name", t("admin.edit.name"))} />
        {isSuper && (
          <Choice
            description={t("admin.edit.roleText")}
            values={ROLES}
            text={(role) => t(`admin.role.${role}`)}
            {...form.field("role", t("admin.edit.role"))}
          />
        )}
      </Form>
    </Panel>
  );
}
