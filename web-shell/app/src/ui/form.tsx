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
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { notify } from "./notify";
import { Notice } from "./page";

// The sign-in has a form, but no dialog.
const Dialog = lazy(async () => ({ default: (await import("./dialog")).Dialog }));

export type FormDialogProps = Omit<FormProps, "onCancel"> & {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A form in a dialog; its cancel button closes the dialog. */
export const FormDialog = ({ title, isWide, onClose, ...form }: FormDialogProps) => (
  <Suspense>
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  </Suspense>
);

type Values = Record<string, unknown>;

/** The form shows these messages, so no snackbar does. */
const SHOWN_BY_FORM = [403, 404, 410, 429];

type State = Omit<ReturnType<typeof useSubmit>, "submit" | "press"> & {
  /** Requests the confirmation that the server requires before the action. */
  dialog?: ReactNode;
};

export type FormProps = Pick<ButtonProps, "color" | "disabled" | "variant"> & {
  gap?: "sm" | "md" | "lg";
  of: State;
  onSubmit: () => unknown;
  /** The label of the submit button; without it the form has its own buttons. */
  go?: string;
  justify?: "flex-end";
  /** Adds a cancel button, in a dialog. */
  onCancel?: () => void;
  cancel?: string;
  /** The cancel button has the initial focus. */
  isCancelFirst?: boolean;
  /** Placed beside the buttons. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A form of the API: the message about the form as a whole, its fields, its buttons. */
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
          // Submit events of a form in a dialog of this form bubble through the component tree.
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

/** Shows an error of the form as a whole, which belongs to no field. */
export function FormAlert({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <Notice role="alert" color="red" variant="light" icon="alert">
      {children}
    </Notice>
  );
}

/**
 * Focuses the first input with an error. The server lists errors by field name, users read from top to bottom. An
 * input that contains a list has `data-field`, and its errors are named by entry, such as `avoid.3`.
 */
function focusFirst(form: HTMLFormElement, errors: Record<string, unknown>) {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("[name], [data-field], [data-path]")];
  const isBroken = ({ type, name, dataset: { path, field = name || path } }: HTMLInputElement) =>
    type !== "hidden" &&
    Object.keys(errors).some((error) => error === field || error.startsWith(`${field}.`));
  inputs.find(isBroken)?.focus();
}

/**
 * Whether fields of the form have a text that is not accepted, such as "10k" for a number: each of them shows its own
 * error, and the first gets the focus. Other rules are those of the server.
 */
function refuse(form: HTMLFormElement): boolean {
  const wrong = [...form.querySelectorAll("input")].filter(({ validity }) => validity.customError);
  for (const input of wrong) input.checkValidity();
  wrong[0]?.focus();
  return wrong.length > 0;
}

/** Runs a submission. `setErrors` gets the server's messages by field; the first such field of `ref` is focused. */
export function useSubmit(setErrors: (errors: Record<string, string>) => void = () => {}) {
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  const submit = async (action: () => Promise<unknown>) => {
    if (ref.current && refuse(ref.current)) return;
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
  /** The properties of a button that runs an action. */
  const press = (action: () => Promise<unknown>) => ({ loading: busy, onClick: () => submit(action) });
  /** `message` is about the form as a whole. */
  return { ref, busy, message, submit, press };
}

/** A password that can be shown; password managers suggest a new one if it `isNew`. */
export function PasswordField({ isNew, ...props }: PasswordInputProps & { isNew?: boolean }) {
  const { t } = useTexts();
  return (
    <PasswordInput
      required
      autoComplete={isNew ? "new-password" : "current-password"}
      // Mantine marks other inputs as required, but not this one.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ "aria-label": t("shell.password.show") }}
      {...props}
    />
  );
}

/** The state of a form: its values, the server's errors by field, and its submission. */
export function useFields<T extends Values>(initialValues: T) {
  const form = useForm<T>({ initialValues, clearInputErrorOnChange: false });
  const state = useSubmit(form.setErrors);
  const field = (name: keyof T & string, label?: string, type: "input" | "checkbox" = "input") => ({
    name,
    ...(label !== undefined && { label }),
    ...form.getInputProps(name as never, { type }),
  });
  return {
    ...state,
    values: form.values,
    errors: form.errors as Record<string, string>,
    set: (values: Partial<T>) => form.setValues(values),
    reset: form.reset,
    /** The properties of an input; without `label` it has its own. */
    field,
    /** The properties of a required input. */
    needs: (name: keyof T & string, label: string) => ({ ...field(name, label), required: true }),
    /** The properties of a form that is sent by an action. */
    submits: (action: () => Promise<unknown>) => ({ of: state, onSubmit: () => state.submit(action) }),
  };
}
