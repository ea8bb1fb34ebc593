import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/**
 * Says that the plan's words are used up. It offers plans as soon as there is a page that sells them.
 * Put together from parts, because the ready-made header would be a second banner of the page.
 */
export default function LimitDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Body p="lg">
          <Group justify="space-between" wrap="nowrap" mb="sm">
            <Modal.Title>{t("shell.limit.title")}</Modal.Title>
            <Modal.CloseButton aria-label={t("shell.action.close")} />
          </Group>
          <Text>{text || t("shell.limit.text")}</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t("shell.limit.dismiss")}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
