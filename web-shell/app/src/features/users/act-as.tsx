import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminUser } from "../../admin/users";
import { beginImpersonation } from "../../api/impersonation";
import { useAction } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { TextButton } from "../../ui/texts";

/** Impersonates the user: the application reloads with the user's view. */
export function ActAs({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const href = useHref();
  const { message, busy, dialog, act } = useAction();
  const [leaving, setLeaving] = useState(false);
  const begin = async () => {
    await beginImpersonation(user.id);
    setLeaving(true);
    // A new document: nothing that was loaded for the administrator is left.
    location.assign(href("dashboard"));
    await new Promise(() => {});
  };
  return (
    <Stack gap="xs">
      <FormAlert>{message}</FormAlert>
      <TextButton
        label={t("admin.person.actAs")}
        icon="user"
        loading={busy || leaving}
        onClick={() => act(begin)}
      />
      {dialog}
    </Stack>
  );
}
