import { Group, Paper } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { endImpersonation } from "../api/impersonation";
import { useTexts } from "../i18n/use-texts";
import { Strong, TextButton } from "../ui/texts";

/** Shows on every screen that an administrator acts as another user, and returns to their own account. */
export default function ActingBanner({ user }: { user: User }) {
  const { t, href } = useTexts();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    const signedIn = await endImpersonation().finally(() => setBusy(false));
    // A new document: no data of the other user is left.
    location.assign(signedIn ? href("adminUser", { user: user.id }) : href("login"));
  };
  return (
    <Paper
      component="section"
      aria-label={t("shell.acting.title")}
      className="sw-acting"
      shadow="md"
      radius="lg"
      p="sm"
    >
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap" flex="1 1 14rem" miw={0}>
          <Icon name="alert" />
          <Strong style={{ overflowWrap: "anywhere" }}>
            {t("shell.acting.text", { name: user.name, email: user.email })}
          </Strong>
        </Group>
        <TextButton label={t("shell.acting.back")} loading={busy} onClick={leave} />
      </Group>
    </Paper>
  );
}
