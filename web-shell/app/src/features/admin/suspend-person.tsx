import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useAction } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import type { Person } from "./people";

type Props = { person: Person; onClose: () => void };

/** Asks first: the person loses every session at once, in the middle of whatever they are writing. */
export function SuspendPerson({ person, onClose }: Props) {
  const { t } = useTranslation("admin");
  const { message, busy, dialog, act } = useAction();
  const suspend = async () => {
    await unwrap(api.PUT("/api/admin/users/{id}/suspension", { params: { path: { id: person.id } } }));
    onClose();
  };
  return (
    <>
      <Dialog title={t("admin.access.suspendSure", { name: person.name })} onClose={onClose}>
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
