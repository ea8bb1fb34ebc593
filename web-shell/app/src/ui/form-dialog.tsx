import type { ReactNode } from "react";
import { Dialog } from "./dialog";
import { Form, type FormProps } from "./form";

type Props = Omit<FormProps, "onCancel"> & {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A form in a dialog; its button that cancels closes the dialog. */
export const FormDialog = ({ title, isWide, onClose, ...form }: Props) => (
  <Dialog title={title} isWide={isWide} onClose={onClose}>
    <Form {...form} onCancel={onClose} />
  </Dialog>
);
