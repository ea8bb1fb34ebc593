import { Menu, Text, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormDialog } from "../../ui/form";
import { TextButton } from "../../ui/texts";

type Wish = "suspend" | "erase";

/** The suspension and the deletion of an account, behind a menu. */
export function UserDanger({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  const [wish, setWish] = useState<Wish | null>(null);
  const close = () => setWish(null);
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <TextButton label={t("admin.danger.menu")} icon="more" />
        </Menu.Target>
        <Menu.Dropdown>
          {!user.suspended_at && (
            <Menu.Item leftSection={<Icon name="pause" size={16} />} onClick={() => setWish("suspend")}>
              {t("admin.access.suspendAsk")}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            c="var(--mantine-color-error)"
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => setWish("erase")}
          >
            {t("admin.erase.ask")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {wish === "suspend" && <Suspend user={user} onClose={close} />}
      {wish === "erase" && <Erase user={user} onClose={close} />}
    </>
  );
}

type Props = { user: AdminUser; onClose: () => void };

function Suspend({ user, onClose }: Props) {
  const { t } = useTexts("admin");
  const params = { path: { id: user.id } };
  return (
    <ConfirmDialog
      title={t("admin.access.suspendSure", { name: user.name })}
      text={t("admin.access.suspendText")}
      go={t("admin.access.suspendGo")}
      cancel={t("admin.access.suspendCancel")}
      done={t("admin.access.suspended")}
      act={() => unwrap(api.PUT("/api/admin/users/{id}/suspension", { params }))}
      onClose={onClose}
    />
  );
}

/** Erases an account after its address was typed. */
function Erase({ user, onClose }: Props) {
  const { t, href } = useTexts("admin");
  const navigate = useNavigate();
  const form = useActionForm({ email: "" });
  const { email } = form.values;
  const erase = async () => {
    const params = { path: { id: user.id } };
    await unwrap(api.DELETE("/api/admin/users/{id}", { params, body: { email } }));
    await navigate(href("adminUsers"), { replace: true });
  };
  return (
    <FormDialog
      title={t("admin.erase.sure", { name: user.name })}
      of={form}
      // The user no longer exists; only the list must be reloaded.
      onSubmit={() => form.act(erase, t("admin.erase.done"), at("/api/admin/users"))}
      go={t("admin.erase.go")}
      onClose={onClose}
      color="red.8"
    >
      <Text>{t("admin.erase.text")}</Text>
      <Text>{t("admin.erase.type", { email: user.email })}</Text>
      <TextInput
        type="email"
        data-autofocus
        autoComplete="off"
        {...form.needs("email", t("admin.erase.email"))}
      />
    </FormDialog>
  );
}
