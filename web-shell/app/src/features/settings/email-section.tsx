import { Alert, Group, Stack, Text, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { userQuery, useUser } from "../../api/session";
import { useActionForm } from "../../confirm/use-action";
import { Form } from "../../ui/form";
import { FormAlert } from "../../ui/form-alert";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { useSubmit } from "../../ui/use-submit";

/** The person's address, and the change of it, which takes effect once the new one is proven. */
export function EmailSection() {
  const { t } = useTranslation("settings");
  const user = useUser();
  const form = useActionForm({ email: "" });
  const { email } = form.values;

  const save = async () => {
    const changed = await unwrap(api.PUT("/api/user/email", { body: { email } }));
    queryClient.setQueryData(userQuery.queryKey, changed);
    form.reset();
    if (!changed.pending_email) notify.success(t("settings.email.saved"));
  };
  return (
    <Section title={t("settings.email.title")}>
      <Text>
        {t("settings.email.current")}: <strong>{user.email}</strong>
      </Text>
      {user.pending_email && <Pending email={user.pending_email} />}
      <Form
        of={form}
        onSubmit={() => form.act(save, undefined, null)}
        go={t("settings.email.save")}
        variant="default"
      >
        <TextInput
          type="email"
          autoComplete="email"
          label={t("settings.email.new")}
          required
          {...form.field("email")}
        />
      </Form>
    </Section>
  );
}

function Pending({ email }: { email: string }) {
  const { t } = useTranslation("settings");
  const { message, busy, submit } = useSubmit();
  const again = async () => {
    await unwrap(api.POST("/api/email/verification-notification"));
    notify.success(t("settings.email.sent"));
  };
  const keep = async () => {
    await unwrap(api.DELETE("/api/user/email"));
    await queryClient.invalidateQueries(userQuery);
  };
  return (
    <Alert color="yellow" icon={<Icon name="info" />} c="var(--mantine-color-text)">
      <Stack gap="sm">
        <Text size="sm">{t("settings.email.pending", { email })}</Text>
        <FormAlert>{message}</FormAlert>
        <Group gap="xs">
          <TextButton
            label={t("settings.email.again")}
            size="xs"
            loading={busy}
            onClick={() => submit(again)}
          />
          <TextButton label={t("settings.email.keep")} size="xs" onClick={() => submit(keep)} />
        </Group>
      </Stack>
    </Alert>
  );
}
