import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import type { QueryFilters } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../confirm/use-action";
import { Dialog } from "../ui/dialog";
import { FormAlert } from "../ui/form-alert";

type Props = {
  title: string;
  text: string;
  /** What the button says. */
  go: string;
  /** What is said once it is done. */
  done: string;
  /** The label of the reason, where one must be given. */
  reason?: string;
  changed?: QueryFilters;
  act: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

const REASON_CHARS = 500;

/** Asks before something that people notice, and for the reason where others will read it. */
export function ConfirmDialog({ title, onClose, ...rest }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Question onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Question({ text, go, done, reason: label, changed, act: deed, onClose }: Omit<Props, "title">) {
  const { t } = useTranslation("plugins");
  const [reason, setReason] = useState("");
  const { errors, message, busy, dialog, act } = useAction();
  const run = async () => {
    await deed(reason);
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(run, done, changed);
      }}
    >
      <Stack gap="md">
        <Text>{text}</Text>
        <FormAlert>{message}</FormAlert>
        {label && (
          <Textarea
            name="reason"
            required
            data-autofocus
            autosize
            minRows={2}
            maxLength={REASON_CHARS}
            label={label}
            value={reason}
            error={errors.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus={label ? undefined : true}>
            {t("plugins.action.cancel")}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {go}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}
