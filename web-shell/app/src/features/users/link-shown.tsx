import { Button, CopyButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { usePageLanguage } from "../../i18n/use-page-language";

export type OneTimeLink = { url: string; expires_at: string };

/** A link that signs somebody in once. It is on the screen now and never again. */
export function LinkShown({ link, onDone }: { link: OneTimeLink; onDone: () => void }) {
  const { t } = useTranslation("admin");
  const { dateTime } = formatsFor(usePageLanguage());
  return (
    <Stack gap="md">
      <Text size="sm">{t("admin.link.text", { when: dateTime(link.expires_at) })}</Text>
      <TextInput
        readOnly
        data-autofocus
        label={t("admin.link.label")}
        value={link.url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton value={link.url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "admin.link.copied" : "admin.link.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t("admin.link.done")}</Button>
      </Group>
    </Stack>
  );
}
