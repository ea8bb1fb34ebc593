import { Button, CopyButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A new key. It is on the screen now and never again. */
export function KeyShown({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation("settings");
  return (
    <Stack gap="md">
      <Text size="sm">{t("settings.keys.madeText")}</Text>
      <TextInput
        readOnly
        data-autofocus
        label={t("settings.keys.secret")}
        value={secret}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "settings.keys.copied" : "settings.keys.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t("settings.keys.done")}</Button>
      </Group>
    </Stack>
  );
}
