import { Alert, Box, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useLoaded } from "../../api/query";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction, useActionForm } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { Form } from "../../ui/form";
import { FormAlert } from "../../ui/form-alert";
import { PageTitle } from "../../ui/page-title";
import { Section } from "../../ui/section";
import { Line, TextButton, TextLink } from "../../ui/texts";
import { actions, type Submission, submissionQuery } from "./publisher";
import { nameOf, SubmissionBadge } from "./submission-rows";
import "./publishers.css";

const NOTE_CHARS = 2000;

/** One package that was sent: the report of its checks, what it may do, and what comes next. */
export default function PackagePage() {
  const { submission: id = "" } = useParams();
  const submission = useLoaded(submissionQuery(id));
  return <Whole submission={submission} />;
}

function Whole({ submission }: { submission: Submission }) {
  const { t } = useTranslation("portal");
  const href = useHref();
  const { dateTime } = useFormats();
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${nameOf(submission)} – ${t("portal.page.title")}`}</PageTitle>
      <BackLink to={href("publisherPackages")}>{t("portal.page.packages")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Box miw={0}>
          <Title order={1} className="partner-long">
            {nameOf(submission)}
          </Title>
          <Text c="dimmed">{t("portal.packages.sent", { when: dateTime(submission.sent_at) })}</Text>
        </Box>
        <SubmissionBadge state={submission.state} />
      </Group>
      {submission.standing && <Standing standing={submission.standing} />}
      {submission.decision && (
        <Alert
          color="yellow"
          icon={<Icon name="info" />}
          title={t("portal.report.decision")}
          c="var(--mantine-color-text)"
        >
          <Text className="partner-said">{submission.decision}</Text>
        </Alert>
      )}
      <Report submission={submission} />
      {submission.facts && <Contents facts={submission.facts} />}
      <PackageActions submission={submission} />
    </Stack>
  );
}

/** How far a version is on its way to everybody. */
function Standing({ standing }: { standing: NonNullable<Submission["standing"]> }) {
  const { t } = useTranslation("portal");
  const { serves, percent, reason } = standing;
  return (
    <Section title={t("portal.standing.title")}>
      <Text>{t(`portal.standing.${serves}`, { percent })}</Text>
      {reason && <Text className="partner-said">{t("portal.standing.reason", { reason })}</Text>}
    </Section>
  );
}

function Report({ submission }: { submission: Submission }) {
  const { t } = useTranslation("portal");
  const { problems } = submission;
  if (problems.length === 0) {
    return (
      <Section title={t("portal.report.title")}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Icon name="check" />
          <Text>{t("portal.report.good")}</Text>
        </Group>
      </Section>
    );
  }
  const lead = t("portal.report.bad", { count: problems.length });
  return (
    <Section title={t("portal.report.title")} lead={lead}>
      <ul className="partner-report">
        {problems.map(({ code, place, message }) => (
          <li key={`${place} ${code} ${message}`}>
            {place && <code>{place}</code>} {message}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Contents({ facts }: { facts: NonNullable<Submission["facts"]> }) {
  const { t } = useTranslation("portal");
  return (
    <Section title={t("portal.report.contents")}>
      <Line
        of={[
          facts.category,
          t(`portal.level.${facts.level}`),
          t("portal.report.files", { count: facts.files.length }),
          t("portal.report.examples", { count: facts.examples.length }),
        ]}
      />
      {facts.texts.map(({ language, name, summary }) => (
        <div key={language} lang={language}>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{summary}</Text>
        </div>
      ))}
      <div>
        <Text fw={600}>{t("portal.report.permissions")}</Text>
        {facts.permissions.length === 0 ? (
          <Text size="sm">{t("portal.report.noPermissions")}</Text>
        ) : (
          <ul className="partner-report">
            {facts.permissions.map((one) => (
              <li key={one.import}>{one.title}</li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

/** What can be done with a package as it stands. */
function PackageActions({ submission }: { submission: Submission }) {
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
