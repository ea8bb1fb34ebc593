import { Anchor, Button, Group, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction, useActionForm } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { Form } from "../../ui/form";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
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
        <Anchor component={Link} to={href("tool", { tool: plugin })} underline="always">
          {t("portal.next.openTool")}
        </Anchor>
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
        <Button type="submit" loading={form.busy}>
          {t("portal.next.submitGo")}
        </Button>
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
        <Button
          variant="default"
          loading={busy}
          onClick={() => act(() => actions.withdraw(submission.id), t("portal.next.withdrawDone"))}
        >
          {t("portal.next.withdrawGo")}
        </Button>
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
      <Button variant="default" onClick={() => setAsks(true)}>
        {t("portal.delete.ask")}
      </Button>
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
