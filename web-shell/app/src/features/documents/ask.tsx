import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog";

type Props = {
  title: string;
  text: string;
  yes: string;
  busy: boolean;
  onYes: () => void;
  onClose: () => void;
};

/** Asks once more before something that cannot be taken back. */
export function Ask({ title, text, yes, busy, onYes, onClose }: Props) {
  const { t } = useTranslation("documents");
  return (
    <Dialog title={title} onClose={onClose}>
      <Text size="sm">{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("documents.ask.keep")}
        </Button>
        <Button color="red.8" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      </Group>
    </Dialog>
  );
}
