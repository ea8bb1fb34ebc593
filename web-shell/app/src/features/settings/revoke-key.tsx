import { Button, Group, Stack, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { useFormProblem } from "../../ui/use-form-problem";
import type { ApiKey } from "./keys";

/** Asks before a key is revoked: whatever uses it stops at once. */
export function RevokeKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation("settings");
  const queries = useQueryClient();
  const { message, busy, submit } = useFormProblem();
  const revoke = async () => {
    await unwrap(api.DELETE("/api/keys/{id}", { params: { path: { id } } }));
    onClose();
    notify.success(t("settings.keys.revokedNow"));
    await queries.invalidateQueries(at("/api/keys"));
  };
  return (
    <Dialog title={t("settings.keys.sure", { name })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t("settings.keys.sureText")}</Text>
        <FormAlert>{message}</FormAlert>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t("settings.keys.cancel")}
          </Button>
          <Button color="red.8" loading={busy} onClick={() => submit(revoke)}>
            {t("settings.keys.revoke")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
