import { Text, TextInput } from "@mantine/core";
import { ApiProblem, under } from "@sitewright/sdk/shell";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap, useApi } from "../api/client";
import { signOut } from "../api/session";
import { useTexts } from "../i18n/use-texts";
import { Dialog, DialogButton } from "../ui/dialog";
import { Form, FormDialog, type FormDialogProps, PasswordField, useFields, useSubmit } from "../ui/form";
import { LongText } from "../ui/long-text";
import { notify } from "../ui/notify";
import { TextButton, type TextButtonProps } from "../ui/texts";

const REASON_CHARS = 500;

const LOCKED = 423;

type Asked = { hasPassword: boolean; go: () => Promise<void> };

/** The data of the pages of administrators and publishers. */
const SHOWN = under("/api/admin", "/api/publisher");

type Submit = ReturnType<typeof useSubmit>["submit"];

/** Runs an action: asks for the password if the server requires it, reports success, and reloads changed data. */
function useConfirmedAction(submit: Submit) {
  const queries = useQueryClient();
  const { run, dialog } = useConfirmed();
  const act = (action: () => Promise<unknown>, done?: string, changed: QueryFilters | null = SHOWN) =>
    submit(() =>
      run(async () => {
        await action();
        if (done) notify.success(done);
        if (changed) await queries.invalidateQueries(changed);
      }),
    );
  return { dialog, act };
}

export function useAction() {
  const { submit, ...state } = useSubmit();
  const action = useConfirmedAction(submit);
  /** The properties of a button that runs an action. */
  const press = (...what: Parameters<typeof action.act>) => ({
    loading: state.busy,
    onClick: () => action.act(...what),
  });
  return { ...state, ...action, press };
}

export function useActionForm<T extends Record<string, unknown>>(initialValues: T) {
  const { submit, ...state } = useFields(initialValues);
  const form = { ...state, ...useConfirmedAction(submit) };
  return {
    ...form,
    submits: (...what: Parameters<typeof form.act>) => ({ of: form, onSubmit: () => form.act(...what) }),
    /** The properties of a dialog with this form. */
    does: (act: () => Promise<unknown>, done?: string, changed?: QueryFilters | null) => ({
      of: form,
      act,
      done,
      changed,
    }),
  };
}

/**
 * Runs an action that the server allows only shortly after a sign-in. If the password is required, a dialog
 * asks for it, and the action runs again. Draw `dialog` on the page.
 */
function useConfirmed(): { run: (action: () => Promise<void>) => Promise<void>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.status !== LOCKED) throw problem;
      setAsked({ hasPassword: problem.code === "auth.confirm-password", go: action });
    }
  };
  const dialog = asked && <AskAgain asked={asked} onClose={() => setAsked(null)} />;
  return { run, dialog };
}

function AskAgain({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t("shell.confirm.title")} onClose={onClose}>
      {asked.hasPassword ? (
        <AskPassword go={asked.go} onClose={onClose} />
      ) : (
        <AskSignIn go={asked.go} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AskPassword({ go, onClose }: { go: () => Promise<void>; onClose: () => void }) {
  const { t } = useTexts();
  const form = useFields({ password: "" });
  const confirm = async () => {
    await unwrap(api.POST("/api/user/confirm-password", { body: form.values }));
    await go();
    onClose();
  };
  return (
    <Form of={form} onSubmit={() => form.submit(confirm)} go={t("shell.confirm.go")} onCancel={onClose}>
      <Text>{t("shell.confirm.text")}</Text>
      <PasswordField data-autofocus {...form.field("password", t("shell.confirm.password"))} />
    </Form>
  );
}

/** Without a password: by signing in with Google again, or by a new one-time link, as at the first sign-in. */
function AskSignIn({ go, onClose }: { go: () => Promise<void>; onClose: () => void }) {
  const { t, href } = useTexts();
  const navigate = useNavigate();
  const { data } = useApi("/api/user/security", {}, { throwOnError: false, quiet: true });
  const form = useFields({ link: "" });
  const leave = async () => {
    const { pathname, search } = location;
    await signOut();
    navigate(`${href("login")}?next=${encodeURIComponent(pathname + search)}`);
  };
  const confirm = async () => {
    const token = form.values.link.trim().split("/").at(-1) ?? "";
    if (!token) throw new ApiProblem(422, { errors: { link: [t("shell.confirm.linkNeeded")] } }, null);
    await unwrap(api.POST("/api/user/confirm-link", { body: { token } }));
    await go();
    onClose();
  };
  return (
    <Form
      of={form}
      onSubmit={() => form.submit(confirm)}
      go={t("shell.confirm.go")}
      onCancel={onClose}
      aside={data?.google && <TextButton label={t("shell.confirm.signOut")} onClick={leave} />}
    >
      <Text>{t(data?.google ? "shell.confirm.fresh" : "shell.confirm.noPassword")}</Text>
      <TextInput
        data-autofocus
        autoComplete="off"
        description={t("shell.confirm.linkHint")}
        {...form.needs("link", t("shell.confirm.link"))}
      />
    </Form>
  );
}

type ActionDialogProps = Omit<FormDialogProps, "of" | "onSubmit"> & {
  of: FormDialogProps["of"] & Pick<ReturnType<typeof useActionForm>, "act">;
  act: () => Promise<unknown>;
  /** The message after the action. */
  done?: string | undefined;
  changed?: QueryFilters | null | undefined;
};

/** A form in a dialog, which closes after its action. */
export function ActionDialog({ of, act, done, changed, ...dialog }: ActionDialogProps) {
  const run = async () => {
    await act();
    dialog.onClose();
  };
  return <FormDialog {...dialog} of={of} onSubmit={() => of.act(run, done, changed)} />;
}

type ConfirmDialogProps = Omit<ActionDialogProps, "of" | "act"> & {
  text: ReactNode;
  /** The color of its button; red by default, for actions that cannot be undone. */
  color?: ActionDialogProps["color"];
  /** The label of the reason, if one is required. */
  reason?: string;
  act: (reason: string) => Promise<unknown>;
};

/** Asks before an action with consequences, and for a reason if others will see it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, reason, act, color = "red.8", children, ...dialog } = props;
  const form = useActionForm({ reason: "" });
  const run = () => act(form.values.reason);
  return (
    <ActionDialog {...dialog} of={form} act={run} color={color} isCancelFirst={!reason}>
      <Text>{text}</Text>
      {children}
      {reason && <LongText data-autofocus maxLength={REASON_CHARS} {...form.needs("reason", reason)} />}
    </ActionDialog>
  );
}

type ConfirmButtonProps = Pick<
  ConfirmDialogProps,
  "text" | "reason" | "cancel" | "done" | "changed" | "act"
> &
  Omit<TextButtonProps, "children" | "title"> & { title?: string; go?: string };

/** A button whose action is confirmed in a dialog; `title` and `go` are the texts of the button by default. */
export function ConfirmButton({ text, reason, cancel, done, changed, act, ...button }: ConfirmButtonProps) {
  const { label, name = label, title = name, go = label, ...look } = button;
  const dialog = { title, text, reason, go, cancel, done, changed, act };
  return (
    <DialogButton {...look} label={label} name={button.name}>
      {(close) => <ConfirmDialog {...dialog} onClose={close} />}
    </DialogButton>
  );
}
