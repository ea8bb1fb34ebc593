import { Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { TextButton, type TextButtonProps } from "./texts";
import { useFocusBack } from "./use-focus-back";

type Props = {
  title: string;
  /** It contains something that is shown once: only its own buttons close it. */
  isKept?: boolean;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A question or a small form above the page. Composed from parts, because Mantine's header would be a second
 * banner landmark; the title is in the body, where long ones wrap.
 */
export function Dialog({ title, isKept = false, isWide = false, onClose, children }: Props) {
  const { t } = useTexts();
  useFocusBack();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      centered
      size={isWide ? "xl" : "md"}
      closeOnClickOutside={false}
      closeOnEscape={!isKept}
    >
      {/* The second click of a double click on the button that has opened the dialog hits the overlay. */}
      <Modal.Overlay onClick={({ detail }) => !isKept && detail < 2 && onClose()} />
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

type DialogButtonProps = Omit<TextButtonProps, "children"> & { children: (close: () => void) => ReactNode };

/** A button that opens a dialog; the content gets a function to close it. */
export function DialogButton({ children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextButton {...button} onClick={() => setOpen(true)} />
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
