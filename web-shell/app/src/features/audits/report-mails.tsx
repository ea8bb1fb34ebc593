import { SimpleGrid, TextInput } from "@mantine/core";
import { useApi } from "../../api/client";
import { useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Form } from "../../ui/form";
import { Loading, Section } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { useFocusAfter } from "../../ui/use-focus-back";
import {
  addRecipient,
  CADENCES,
  LANGUAGE_NAMES,
  MAILING,
  type Mailing,
  REPORT_LANGUAGES,
  type Recipient,
  type ReportLanguage,
  removeRecipient,
  setCadence,
} from "./reports";

/** The section, which gets the focus when a recipient leaves it. */
const MAILS = "mails";

/** When the reports of a project are mailed, and to whom. */
export function ReportMails({ project }: { project: number }) {
  const { t } = useTexts("audits");
  const { data: mailing } = useApi("/api/projects/{id}/audit-mailing", { path: { id: project } });
  return (
    <Section title={t("audits.report.mails")} lead={t("audits.report.mailsLead")} id={MAILS}>
      {!mailing && <Loading h={160} />}
      {mailing && (
        <>
          <Schedule project={project} mailing={mailing} />
          {mailing.recipients.length > 0 && (
            <ul className="audit-lines audit-flat" aria-label={t("audits.report.recipients")}>
              {mailing.recipients.map((recipient) => (
                <Line key={recipient.id} recipient={recipient} />
              ))}
            </ul>
          )}
          <NewRecipient project={project} />
        </>
      )}
    </Section>
  );
}

function Schedule({ project, mailing: { cadence, next_at } }: { project: number; mailing: Mailing }) {
  const { t, date } = useTexts("audits");
  const action = useAction();
  return (
    <div>
      <Choice
        label={t("audits.report.cadence")}
        values={CADENCES}
        text={(one) => t(`audits.report.cadences.${one}`)}
        value={cadence ?? "none"}
        maw={360}
        onChange={(value) => {
          const chosen = CADENCES.find((one) => one === value);
          const next = chosen === undefined || chosen === "none" ? null : chosen;
          action.act(() => setCadence(project, next), t("audits.report.cadenceSaved"), MAILING);
        }}
      />
      {next_at && <Dim mt={4}>{t("audits.report.next", { date: date(next_at) })}</Dim>}
      {action.dialog}
    </div>
  );
}

function Line({ recipient: { id, email, language, state } }: { recipient: Recipient }) {
  const { t } = useTexts("audits");
  const action = useAction();
  useFocusAfter(MAILS);
  return (
    <li>
      <div>
        <Small fw={600} style={{ overflowWrap: "anywhere" }}>
          {email}
        </Small>
        <Dim>
          {`${language === "pl" ? LANGUAGE_NAMES.pl : LANGUAGE_NAMES.en} · ${t(`audits.report.states.${state}`)}`}
        </Dim>
      </div>
      {state !== "left" && (
        <TextButton
          label={t("audits.report.remove")}
          name={t("audits.report.removeOf", { email })}
          size="xs"
          {...action.press(() => removeRecipient(id), t("audits.report.removed"), MAILING)}
        />
      )}
      {action.dialog}
    </li>
  );
}

function NewRecipient({ project }: { project: number }) {
  const { t, language } = useTexts("audits");
  const form = useActionForm({
    email: "",
    language: (language === "pl" ? "pl" : "en") as ReportLanguage,
  });
  const add = async () => {
    await addRecipient(project, form.values.email, form.values.language);
    form.set({ email: "" });
  };
  return (
    <Form {...form.submits(add, t("audits.report.added"), MAILING)} go={t("audits.report.add")}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="email" autoComplete="off" {...form.field("email", t("audits.report.email"))} />
        <Choice
          values={REPORT_LANGUAGES}
          text={(one) => LANGUAGE_NAMES[one]}
          {...form.field("language", t("audits.report.language"))}
        />
      </SimpleGrid>
    </Form>
  );
}
