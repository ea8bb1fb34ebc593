import { Anchor, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useAction } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
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
  const [note, setNote] = useState(submission.note ?? "");
  const { errors, message, busy, act } = useAction();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(() => actions.submit(submission.id, note), t("portal.next.submitDone"));
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <Textarea
          name="note"
          autosize
          minRows={2}
          maxLength={NOTE_CHARS}
          label={t("portal.next.note")}
          description={t("portal.next.noteHelp")}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Delete submission={submission} />
          <Button type="submit" loading={busy}>
            {t("portal.next.submitGo")}
          </Button>
        </Group>
      </Stack>
    </form>
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
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {t("portal.delete.ask")}
      </Button>
      {asks && (
        <Dialog title={t("portal.delete.title")} onClose={() => setAsks(false)}>
          <ConfirmDialog submission={submission} onClose={() => setAsks(false)} />
        </Dialog>
      )}
    </>
  );
}

function ConfirmDialog({ submission, onClose }: { submission: Submission; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const navigate = useNavigate();
  const href = useHref();
  const { message, busy, act } = useAction();
  const erase = async () => {
    await actions.delete(submission.id);
    await navigate(href("publisherPackages"));
  };
  return (
    <Stack gap="md">
      <Text>{t("portal.delete.text")}</Text>
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("portal.action.cancel")}
        </Button>
        <Button color="red.8" loading={busy} onClick={() => act(erase, t("portal.delete.done"))}>
          {t("portal.delete.go")}
        </Button>
      </Group>
    </Stack>
  );
}
