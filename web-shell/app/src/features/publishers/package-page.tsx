import { Group, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useNavigate, useParams } from "react-router";
import { useLoaded } from "../../api/client";
import { ConfirmButton, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form, FormAlert } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { DetailPage, Notice, Section } from "../../ui/page";
import { Line, Small, TextButton, TextLink } from "../../ui/texts";
import { actions, type Submission, submissionQuery } from "./publisher";
import { nameOf, SubmissionBadge } from "./submission-rows";
import "./publishers.css";

const NOTE_CHARS = 2000;

/** One submitted package: the report of its checks, its permissions, and the next step. */
export default function PackagePage() {
  const { submission: id = "" } = useParams();
  const submission = useLoaded(submissionQuery(id));
  const { t, href, dateTime } = useTexts("portal");
  return (
    <DetailPage
      name={nameOf(submission)}
      list={t("portal.page.title")}
      back={href("publisherPackages")}
      backText={t("portal.page.packages")}
      lead={t("portal.packages.sent", { when: dateTime(submission.sent_at) })}
      marks={<SubmissionBadge state={submission.state} />}
    >
      {submission.standing && <Standing standing={submission.standing} />}
      {submission.decision && (
        <Notice color="yellow" title={t("portal.report.decision")}>
          <Text className="partner-said">{submission.decision}</Text>
        </Notice>
      )}
      <Report submission={submission} />
      {submission.facts && <Contents facts={submission.facts} />}
      <PackageActions submission={submission} />
    </DetailPage>
  );
}

/** The rollout stage of a version. */
function Standing({ standing }: { standing: NonNullable<Submission["standing"]> }) {
  const { t } = useTexts("portal");
  const { serves, percent, reason } = standing;
  return (
    <Section title={t("portal.standing.title")}>
      <Text>{t(`portal.standing.${serves}`, { percent })}</Text>
      {reason && <Text className="partner-said">{t("portal.standing.reason", { reason })}</Text>}
    </Section>
  );
}

function Report({ submission }: { submission: Submission }) {
  const { t } = useTexts("portal");
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
  const { t } = useTexts("portal");
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
          <Small>{summary}</Small>
        </div>
      ))}
      <div>
        <Text fw={600}>{t("portal.report.permissions")}</Text>
        {facts.permissions.length === 0 ? (
          <Small>{t("portal.report.noPermissions")}</Small>
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

/** The actions of a package in its current state. */
function PackageActions({ submission }: { submission: Submission }) {
  const { t, href } = useTexts("portal");
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
  const { t } = useTexts("portal");
  const form = useActionForm({ note: submission.note ?? "" });
  const { note } = form.values;
  return (
    <Form {...form.submits(() => actions.submit(submission.id, note), t("portal.next.submitDone"))}>
      <LongText
        maxLength={NOTE_CHARS}
        description={t("portal.next.noteHelp")}
        {...form.field("note", t("portal.next.note"))}
      />
      <Group justify="space-between">
        <Delete submission={submission} />
        <TextButton label={t("portal.next.submitGo")} isMain type="submit" loading={form.busy} />
      </Group>
    </Form>
  );
}

function Withdraw({ submission }: { submission: Submission }) {
  const { t } = useTexts("portal");
  const { message, press } = useAction();
  return (
    <>
      <FormAlert>{message}</FormAlert>
      {submission.note && <Text className="partner-said">{submission.note}</Text>}
      <Group>
        <TextButton
          label={t("portal.next.withdrawGo")}
          {...press(() => actions.withdraw(submission.id), t("portal.next.withdrawDone"))}
        />
      </Group>
    </>
  );
}

function Delete({ submission }: { submission: Submission }) {
  const { t, href } = useTexts("portal");
  const navigate = useNavigate();
  const erase = async () => {
    await actions.delete(submission.id);
    await navigate(href("publisherPackages"));
  };
  return (
    <ConfirmButton
      label={t("portal.delete.ask")}
      title={t("portal.delete.title")}
      text={t("portal.delete.text")}
      go={t("portal.delete.go")}
      done={t("portal.delete.done")}
      act={erase}
    />
  );
}
