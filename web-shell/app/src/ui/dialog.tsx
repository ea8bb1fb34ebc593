import { Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A question or a small form above the page. Put together from parts: its title stands in the body, where long ones break. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Body p="lg">
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t("shell.action.close")} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
