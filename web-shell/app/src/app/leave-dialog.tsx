import { Group, Text } from "@mantine/core";
import type { Loss } from "@sitewright/sdk/shell";
import { useTexts } from "../i18n/use-texts";
import { Dialog } from "../ui/dialog";
import { TextButton } from "../ui/texts";

type Props = { loss: Loss; onGo: () => void; onStay: () => void };

/** Asks whether a page with unsaved edits is left, or an editor closed. */
export default function LeaveDialog({ loss, onGo, onStay }: Props) {
  const { t } = useTexts();
  return (
    <Dialog title={t(`shell.${loss}.title`)} onClose={onStay}>
      <Text>{t(`shell.${loss}.text`)}</Text>
      <Group justify="flex-end" mt="lg">
        <TextButton label={t(`shell.${loss}.go`)} onClick={onGo} />
        <TextButton label={t(`shell.${loss}.stay`)} isMain data-autofocus onClick={onStay} />
      </Group>
    </Dialog>
  );
}
