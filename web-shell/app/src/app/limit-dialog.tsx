import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Says that the plan's words are used up. It offers plans as soon as there is a page that sells them. */
export default function LimitDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("shell.limit.title")}
      closeButtonProps={{ "aria-label": t("shell.action.close") }}
    >
      <Text>{text || t("shell.limit.text")}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("shell.limit.dismiss")}
        </Button>
      </Group>
    </Modal>
  );
}
