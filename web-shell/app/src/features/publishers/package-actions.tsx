import { Group, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction, useActionForm } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { Form } from "../../ui/form";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { TextButton, TextLink } from "../../ui/texts";
import "./publishers.css";
import { actions, type Submission } from "./publisher";

const NOTE_CHARS = 2000;

/** What can be done with a package as it stands. */
export function PackageActions({ submission }: { submission: Submission }) {
  const { t } = useTranslation("portal");
  const href = useHref();
  const { state, plugin } = submission;
  return (
    <Section title={t("portal.next.title")} lead={t(`portal.next.${state}`)}>
      {(state === "checked" || state === "returned") && <Submit submission={submission} />}
      {state === "submitted" && <Withdraw submission={submission} />}
      {state === "approved" && plugin && (
        <TextLink to={href("tool", { tool: plugin })}>{t("portal.next.openTool")}</TextLink>
      )}
      {state === "refused" && <Delete submission={submission} />}
    </Section>
  );
}

function Submit({ submission }: { submission: Submission }) {
  const { t } = useTranslation("portal");
  const form = useActionForm({ note: submission.note ?? "" });
  const { note } = form.values;
  return (
    <Form
      of={form}
      onSubmit={() => form.act(() => actions.submit(submission.id, note), t("portal.next.submitDone"))}
    >
      <Textarea
        autosize
        minRows={2}
        maxLength={NOTE_CHARS}
        label={t("portal.next.note")}
        description={t("portal.next.noteHelp")}
        {...form.field("note")}
      />
      <Group justify="space-between">
        <Delete submission={submission} />
        <TextButton label={t("portal.next.submitGo")} isMain type="submit" loading={form.busy} />
      </Group>
    </Form>
  );
}

function Withdraw({ submission }: { submission: Submission }) {
  const { t } = useTranslation("portal");
  const { message, busy, act } = useAction();
  return (
    <>
      <FormAlert>{message}</FormAlert>
      {submission.note && <Text className="partner-said">{submission.note}</Text>}
      <Group>
        <TextButton
          label={t("portal.next.withdrawGo")}
          loading={busy}
          onClick={() => act(() => actions.withdraw(submission.id), t("portal.next.withdrawDone"))}
        />
      </Group>
    </>
  );
}

function Delete({ submission }: { submission: Submission }) {
  const { t } = useTranslation("portal");
  const navigate = useNavigate();
  const href = useHref();
  const [asks, setAsks] = useState(false);
  const erase = async () => {
    await actions.delete(submission.id);
    await navigate(href("publisherPackages"));
  };
  return (
    <>
      <TextButton label={t("portal.delete.ask")} onClick={() => setAsks(true)} />
      {asks && (
        <ConfirmDialog
          title={t("portal.delete.title")}
          text={t("portal.delete.text")}
          go={t("portal.delete.go")}
          done={t("portal.delete.done")}
          act={erase}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
