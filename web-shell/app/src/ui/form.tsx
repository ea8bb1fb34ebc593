import { Button, type ButtonProps, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormAlert } from "./form-alert";
import type { useSubmit } from "./use-submit";

type State = Omit<ReturnType<typeof useSubmit>, "submit"> & {
  /** Asks for what the server requires before the action. */
  dialog?: ReactNode;
};

export type FormProps = Pick<ButtonProps, "color" | "disabled" | "variant"> & {
  gap?: "sm" | "md" | "lg";
  of: State;
  onSubmit: () => unknown;
  /** The text of the button that submits; without it the form brings its own buttons. */
  go?: string;
  justify?: "flex-end";
  /** Adds a button that cancels, in a dialog. */
  onCancel?: () => void;
  cancel?: string;
  /** The button that cancels has the focus first. */
  isCancelFirst?: boolean;
  /** Beside the buttons. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A form of the API: the message about the whole form, its fields, its buttons. */
export function Form({ of, onSubmit, go, gap = "md", children, ...buttons }: FormProps) {
  const { onCancel, cancel, isCancelFirst, aside, justify, ...button } = buttons;
  const { t } = useTranslation();
  return (
    <>
      <form
        noValidate
        ref={of.ref}
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a dialog of this form bubbles through the component tree.
          event.stopPropagation();
          onSubmit();
        }}
      >
        <Stack gap={gap}>
          <FormAlert>{of.message}</FormAlert>
          {children}
          {go && (
            <Group justify={onCancel ? "flex-end" : justify}>
              {aside}
              {onCancel && (
                <Button variant="default" onClick={onCancel} data-autofocus={isCancelFirst || undefined}>
                  {cancel ?? t("shell.confirm.cancel")}
                </Button>
              )}
              <Button type="submit" loading={of.busy} {...button}>
                {go}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {of.dialog}
    </>
  );
}
