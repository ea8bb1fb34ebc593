import { Avatar, FileButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { userQuery, useUser } from "../../api/session";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { Dim, TextButton } from "../../ui/texts";
import { useFields } from "../../ui/use-fields";

const KINDS = "image/png,image/jpeg,image/webp";

/** The person's picture; without one their initials are shown everywhere. */
export function AvatarSection() {
  const { t } = useTranslation("settings");
  const user = useUser();
  const { errors, busy, submit } = useFields({});
  const [removing, setRemoving] = useState(false);

  const upload = async (file: File) => {
    const changed = await unwrap(
      api.PUT("/api/user/avatar", {
        // The body is the picture itself and not JSON.
        body: file as unknown as string,
        bodySerializer: (body) => body as unknown as string,
        headers: { "Content-Type": file.type || "application/octet-stream" },
      }),
    );
    queryClient.setQueryData(userQuery.queryKey, changed);
    notify.success(t("settings.avatar.saved"));
  };
  const remove = async () => {
    setRemoving(true);
    const changed = await unwrap(api.DELETE("/api/user/avatar")).finally(() => setRemoving(false));
    queryClient.setQueryData(userQuery.queryKey, changed);
    notify.success(t("settings.avatar.removed"));
  };
  return (
    <Section title={t("settings.avatar.title")}>
      <Group gap="lg">
        <Avatar src={user.avatar} name={user.name} color="spruce" size={72} radius="50%" alt="" />
        <div>
          <Group gap="xs">
            <FileButton accept={KINDS} onChange={(file) => file && submit(() => upload(file))}>
              {(props) => <TextButton label={t("settings.avatar.choose")} {...props} loading={busy} />}
            </FileButton>
            {user.avatar && (
              <TextButton
                label={t("settings.avatar.remove")}
                variant="subtle"
                loading={removing}
                onClick={remove}
              />
            )}
          </Group>
          <Dim mt={6}>{t("settings.avatar.hint")}</Dim>
          {errors.avatar && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
              {errors.avatar}
            </Text>
          )}
        </div>
      </Group>
    </Section>
  );
}
