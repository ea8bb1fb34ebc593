import { Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFocusBack } from "./use-focus-back";

type Props = {
  title: string;
  /** Holds what is shown once: only its own buttons close it. */
  isKept?: boolean;
  /** Holds a table. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A question or a small form above the page. Put together from parts, because the ready-made header would be a second
 * banner of the page; its title stands in the body, where long ones break.
 */
export function Dialog({ title, isKept = false, isWide = false, onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      centered
      size={isWide ? "xl" : "md"}
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Body p="lg">
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
            <Modal.Title flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
              {title}
            </Modal.Title>
            {!isKept && <Modal.CloseButton aria-label={t("shell.action.close")} />}
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
