import { Group, Text } from "@mantine/core";
import { useTexts } from "../i18n/use-texts";
import { Dialog } from "../ui/dialog";
import { TextButton } from "../ui/texts";

type Props = { onGo: () => void; onStay: () => void };

/** Asks whether a page with unsaved edits is left. */
export default function LeaveDialog({ onGo, onStay }: Props) {
  const { t } = useTexts();
  return (
    <Dialog title={t("shell.leave.title")} onClose={onStay}>
      <Text>{t("shell.leave.text")}</Text>
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("shell.leave.go")} onClick={onGo} />
        <TextButton label={t("shell.leave.stay")} isMain data-autofocus onClick={onStay} />
      </Group>
    </Dialog>
  );
}
