import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useAction } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";

type Props = { user: AdminUser; onClose: () => void };

/** Asks first: the user loses every session at once, in the middle of whatever they are writing. */
export function SuspendUser({ user, onClose }: Props) {
  const { t } = useTranslation("admin");
  const { message, busy, dialog, act } = useAction();
  const suspend = async () => {
    await unwrap(api.PUT("/api/admin/users/{id}/suspension", { params: { path: { id: user.id } } }));
    onClose();
  };
  return (
    <>
      <Dialog title={t("admin.access.suspendSure", { name: user.name })} onClose={onClose}>
        <Stack gap="md">
          <Text>{t("admin.access.suspendText")}</Text>
          <FormAlert>{message}</FormAlert>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={onClose}>
              {t("admin.access.suspendCancel")}
            </Button>
            <Button color="red.8" loading={busy} onClick={() => act(suspend, t("admin.access.suspended"))}>
              {t("admin.access.suspendGo")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {dialog}
    </>
  );
}
