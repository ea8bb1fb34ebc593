import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { endSession } from "../../api/session";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormDialog, PasswordField } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { securityQuery } from "./security";

export function DataSection() {
  const { t } = useTexts("settings");
  return (
    <>
      <Section title={t("settings.data.title")} lead={t("settings.data.text")}>
        <Group>
          <TextButton label={t("settings.data.export")} file="/api/user/export" icon="download" />
        </Group>
      </Section>
      <Section title={t("settings.data.deleteTitle")} lead={t("settings.data.deleteText")}>
        <Group>
          <DialogButton label={t("settings.data.delete")} variant="outline" isDanger>
            {(close) => <DeleteDialog onClose={close} />}
          </DialogButton>
        </Group>
      </Section>
    </>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t, href } = useTexts("settings");
  const navigate = useNavigate();
  // Once the account is gone there is nothing to ask the server for.
  const [gone, setGone] = useState(false);
  const { data: security } = useQuery({ ...securityQuery, enabled: !gone, throwOnError: false });
  const form = useActionForm({ password: "" });
  const { password } = form.values;

  const remove = async () => {
    await unwrap(api.DELETE("/api/user", { body: security?.has_password ? { password } : {} }));
    setGone(true);
    // First away from the pages behind the sign-in: they would lead there.
    await navigate(href("home"), { replace: true });
    endSession();
    notify.success(t("settings.data.deleted"));
  };
  return (
    <FormDialog
      title={t("settings.data.sure")}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(remove, undefined, null)}
      go={t("settings.data.confirm")}
      cancel={t("settings.data.cancel")}
      color="red.8"
      disabled={!security}
    >
      <Text>{t("settings.data.deleteText")}</Text>
      {security?.has_password && (
        <PasswordField
          autoComplete="current-password"
          label={t("settings.data.password")}
          data-autofocus
          {...form.field("password")}
        />
      )}
    </FormDialog>
  );
}
