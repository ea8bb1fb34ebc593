import {
  Button,
  type ButtonProps,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Stack,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiProblem } from "@sitewright/sdk/shell";
import { type ReactNode, useRef, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { Dialog } from "./dialog";
import { notify } from "./notify";
import { Notice } from "./page";

export type FormDialogProps = Omit<FormProps, "onCancel"> & {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A form in a dialog; its button that cancels closes the dialog. */
export const FormDialog = ({ title, isWide, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} isWide={isWide} onClose={onClose}>
    <Form {...form} onCancel={onClose} />
  </Dialog>
);

type Values = Record<string, unknown>;

/** No snackbar reports these; the form shows the message itself. */
const SHOWN_BY_FORM = [403, 404, 410, 429];

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
  const { t } = useTexts();
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

/** Says what stands in the way of a whole form, where no field is to blame. */
export function FormAlert({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <Notice role="alert" color="red" variant="light" icon="alert">
      {children}
    </Notice>
  );
}

/**
 * Focuses the first input with an error. The server lists fields by name; users read them from the top of the form. An
 * input that holds a whole list says `data-field`, and its errors are named by entry, such as `avoid.3`.
 */
function focusFirst(form: HTMLFormElement, errors: Record<string, unknown>) {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("[name], [data-field], [data-path]")];
  const isBroken = ({ type, name, dataset: { path, field = name || path } }: HTMLInputElement) =>
    type !== "hidden" &&
    Object.keys(errors).some((error) => error === field || error.startsWith(`${field}.`));
  inputs.find(isBroken)?.focus();
}

/** Runs a submission. `setErrors` gets the messages of the server by field; the first such field of `ref` is focused. */
export function useSubmit(setErrors: (errors: Record<string, string>) => void = () => {}) {
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  const submit = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setErrors({});
    setMessage(null);
    notify.clearErrors();
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      const messages = Object.entries(problem.errors).map(([field, texts]) => [field, texts[0] ?? ""]);
      setErrors(Object.fromEntries(messages));
      if (SHOWN_BY_FORM.includes(problem.status)) setMessage(problem.message);
      requestAnimationFrame(() => ref.current && focusFirst(ref.current, problem.errors));
    } finally {
      setBusy(false);
    }
  };
  /** `message` is about the whole form. */
  return { ref, busy, message, submit };
}

/** A password that can be shown. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      required
      // The library marks other inputs by itself, and this one not.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ "aria-label": t("shell.password.show") }}
      {...props}
    />
  );
}

/** The state of a form: its values, the errors of the server at its fields, and its submission. */
export function useFields<T extends Values>(initialValues: T) {
  const form = useForm<T>({ initialValues, clearInputErrorOnChange: false });
  const action = useSubmit(form.setErrors);
  return {
    ...action,
    values: form.values,
    errors: form.errors as Record<string, string>,
    set: (values: Partial<T>) => form.setValues(values),
    reset: form.reset,
    field: (name: keyof T & string, type: "input" | "checkbox" = "input") => ({
      name,
      ...form.getInputProps(name as never, { type }),
    }),
  };
}
