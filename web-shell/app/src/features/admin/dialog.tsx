import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

/** A question or a form in front of the page. */
export function Dialog({
  title,
  isKept = false,
  onClose,
  children,
}: {
  title: string;
  /** Holds what is shown once: only its own buttons close it. */
  isKept?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal.Root opened onClose={onClose} centered closeOnClickOutside={!isKept} closeOnEscape={!isKept}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Body p="lg">
          <Modal.Title mb="sm">{title}</Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
