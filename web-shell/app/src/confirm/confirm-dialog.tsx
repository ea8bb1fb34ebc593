import { Text, Textarea } from "@mantine/core";
import type { QueryFilters } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormDialog } from "../ui/form-dialog";
import { useActionForm } from "./use-action";

type Props = {
  title: string;
  text: ReactNode;
  /** The text of the button. */
  go: string;
  cancel?: string;
  /** Reported after the action. */
  done?: string;
  /** The label of the reason, if one is required. */
  reason?: string;
  changed?: QueryFilters | null;
  act: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

const REASON_CHARS = 500;

/** Asks before an action with consequences, and for the reason if others will read it. */
export function ConfirmDialog(props: Props) {
  const { title, text, go, cancel, done, reason, changed, act, onClose, children } = props;
  const form = useActionForm({ reason: "" });
  const run = async () => {
    await act(form.values.reason);
    onClose();
  };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(run, done, changed)}
      go={go}
      color="red.8"
      cancel={cancel}
      isCancelFirst={!reason}
    >
      <Text>{text}</Text>
      {children}
      {reason && (
        <Textarea
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={REASON_CHARS}
          label={reason}
          {...form.field("reason")}
        />
      )}
    </FormDialog>
  );
}
