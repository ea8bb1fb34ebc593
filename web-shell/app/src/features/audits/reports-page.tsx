import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../api/client";
import { useList } from "../../api/use-list";
import { ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { Rows } from "../../ui/list";
import { BackLink, EmptyState, Loading, PageHead, Section } from "../../ui/page";
import { ShownOnce } from "../../ui/shown-once";
import { Dim, Small, TextButton } from "../../ui/texts";
import { useFocusAfter } from "../../ui/use-focus-back";
import { type AuditRow, useProject } from "./audits";
import { ReportBrand } from "./report-brand";
import { ReportMails } from "./report-mails";
import {
  LANGUAGE_NAMES,
  LINKS,
  previewHref,
  REPORT_LANGUAGES,
  type Report,
  type ReportLanguage,
  share,
  withdraw,
} from "./reports";
import { useWords } from "./words";
import "./audits.css";

/** Audits that can be chosen. */
const MOST = 100;
/** The section, which gets the focus when a link leaves it. */
const ACTIVE = "links";
/** Days until a link expires; "none" never expires. */
const LIVES = ["30", "90", "365", "none"] as const;

/** The reports of the selected project: links, mails, and whose name they have. */
export default function ReportsPage() {
  const { t, href } = useTexts("audits");
  const project = useProject();
  const { data } = useApi(
    "/api/audits",
    { query: { ...(project && { project: project.id }), page: 1, per_page: MOST } },
    { enabled: !!project },
  );
  const done = data?.data.filter(({ state }) => state === "done");
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <BackLink to={href("audits")}>{t("audits.start.title")}</BackLink>
      <PageHead title={t("audits.report.title")} lead={t("audits.report.lead")} />
      {project === null && (
        <EmptyState icon="gauge" title={t("audits.start.noProject")} text={t("audits.start.noProjectText")}>
          <TextButton label={t("audits.start.addProject")} isMain to={href("addProject")} icon="add" />
        </EmptyState>
      )}
      {project && !done && <Loading h={320} radius="lg" />}
      {project && done?.length === 0 && (
        <EmptyState icon="document" title={t("audits.report.none")} text={t("audits.report.noneText")} />
      )}
      {project && done && done.length > 0 && (
        <>
          <NewReport key={project.id} audits={done} />
          <Links key={`links ${project.id}`} project={project.id} />
          <ReportMails key={`mails ${project.id}`} project={project.id} />
          <ReportBrand />
        </>
      )}
    </Stack>
  );
}

/** The report of an audit: to look at, and to share by a link. */
function NewReport({ audits }: { audits: AuditRow[] }) {
  const { t, dateTime, language } = useTexts("audits");
  const words = useWords();
  const [search] = useSearchParams();
  const [link, setLink] = useState<string>();
  const asked = audits.find(({ id }) => id === search.get("audit")) ?? audits[0];
  const form = useActionForm({
    audit: asked?.id ?? "",
    language: (language === "pl" ? "pl" : "en") as ReportLanguage,
    expires_in_days: "90" as (typeof LIVES)[number],
  });
  const { audit, language: chosen, expires_in_days: life } = form.values;
  const make = async () => {
    const made = await share(audit, chosen, life === "none" ? undefined : Number(life));
    setLink(made.link);
  };
  const text = (id: string) => {
    const one = audits.find((audit) => audit.id === id);
    return one ? `${dateTime(one.created_at)} · ${words.points(one.score ?? 0)}` : id;
  };
  return (
    <Section title={t("audits.report.new")} lead={t("audits.report.newLead")}>
      <Form {...form.submits(make, undefined, LINKS)} go={t("audits.report.make")}>
        <Choice
          values={audits.map(({ id }) => id)}
          text={text}
          {...form.field("audit", t("audits.report.audit"))}
        />
        <Group grow>
          <Choice
            values={REPORT_LANGUAGES}
            text={(one) => LANGUAGE_NAMES[one]}
            {...form.field("language", t("audits.report.language"))}
          />
          <Choice
            values={LIVES}
            text={(one) => t(`audits.report.lives.${one}`)}
            {...form.field("expires_in_days", t("audits.report.life"))}
          />
        </Group>
        <div>
          <TextButton
            label={t("audits.report.preview")}
            icon="document"
            outside={previewHref(audit, chosen)}
          />
        </div>
      </Form>
      {link !== undefined && (
        <Dialog title={t("audits.report.new")} isKept onClose={() => setLink(undefined)}>
          <ShownOnce
            text={t("audits.report.shown")}
            label={t("audits.report.link")}
            value={link}
            copy={t("audits.report.copy")}
            copied={t("audits.report.copied")}
            done={t("audits.report.done")}
            onDone={() => setLink(undefined)}
          />
        </Dialog>
      )}
    </Section>
  );
}

/** The links that work, each with a button that withdraws it. */
function Links({ project }: { project: number }) {
  const { t, dateTime } = useTexts("audits");
  const list = useList("/api/projects/{id}/audit-reports", { path: { id: project } }, { name: "links" });
  const [asked, setAsked] = useState<Report | null>(null);
  return (
    <Section title={t("audits.report.links")} lead={t("audits.report.linksLead")} id={ACTIVE}>
      <Rows
        list={list}
        none={t("audits.report.noLinks")}
        className="audit-lines audit-flat"
        label={t("audits.report.links")}
        size="sm"
      >
        {(report) => <Link key={report.id} report={report} onAsk={() => setAsked(report)} />}
      </Rows>
      {asked && (
        <ConfirmDialog
          title={t("audits.report.withdrawTitle")}
          text={t("audits.report.withdrawText", { when: dateTime(asked.created_at) })}
          go={t("audits.report.withdraw")}
          done={t("audits.report.withdrawn")}
          changed={LINKS}
          act={() => withdraw(asked.id)}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

function Link({ report, onAsk }: { report: Report; onAsk: () => void }) {
  useFocusAfter(ACTIVE);
  const { t, date, dateTime } = useTexts("audits");
  const words = useWords();
  const made = dateTime(report.created_at);
  const facts = [
    report.language === "pl" ? LANGUAGE_NAMES.pl : LANGUAGE_NAMES.en,
    report.mailed && t("audits.report.byMail"),
    report.expires_at
      ? t("audits.report.until", { date: date(report.expires_at) })
      : t("audits.report.forever"),
  ];
  return (
    <li>
      <div>
        <Small fw={600}>{t("audits.report.madeAt", { when: made })}</Small>
        <Small>
          {t("audits.report.ofAudit", {
            date: report.ended_at ? date(report.ended_at) : "–",
            score: words.points(report.score),
          })}
        </Small>
        <Dim>{facts.filter(Boolean).join(" · ")}</Dim>
      </div>
      <TextButton
        label={t("audits.report.withdraw")}
        name={t("audits.report.withdrawOf", { when: made })}
        size="xs"
        onClick={onAsk}
      />
    </li>
  );
}
