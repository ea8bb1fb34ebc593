import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { AdminTable } from "../../admin/admin";
import { useHeard } from "../../api/live";
import { useList } from "../../api/use-list";
import { ConfirmDialog } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { figure, Two } from "../../ui/data-table";
import { EmptyState } from "../../ui/page";
import { Dim, IconButton, TextButton } from "../../ui/texts";
import { useChosen } from "../../ui/use-chosen";
import { AUDITS, type AuditRow, deleteAudit, hostOf, isOpen, POLL_MS, scoreWord, useProject } from "./audits";
import { AuditBadge } from "./marks";
import { NewAudit } from "./new-audit";
import { useWords } from "./words";
import "./audits.css";

const COMPARED = 2;

/** The audits of the selected project, newest first. */
export function ListPage() {
  const { t, href, number, dateTime } = useTexts("audits");
  const words = useWords();
  const project = useProject();
  const list = useList(
    "/api/audits",
    { query: { ...(project && { project: project.id }) } },
    { enabled: project !== undefined, ...useHeard(POLL_MS) },
  );
  const chosen = useChosen(`${project?.id} ${list.pager.page}`, list.data?.data.map(({ id }) => id) ?? []);
  const [asked, setAsked] = useState<AuditRow | null>(null);
  const [later, earlier] = chosen.ids.length === COMPARED ? inOrder(list.data?.data ?? [], chosen.ids) : [];
  return (
    <>
      <AdminTable
        title={t("audits.list.title")}
        lead={t("audits.list.lead")}
        list={list}
        action={<NewAudit />}
        filters={
          (list.data?.total ?? 0) > 1 && (
            <div>
              <TextButton
                label={t("audits.list.compare")}
                icon="switches"
                disabled={!later || !earlier}
                {...(later && earlier && { to: `${href("auditCompare")}?before=${earlier}&after=${later}` })}
              />{" "}
              <Dim span role="status">
                {t("audits.list.chosen", { count: chosen.ids.length })}
              </Dim>
            </div>
          )
        }
        empty={
          <EmptyState icon="gauge" title={t("audits.list.none")} text={t("audits.list.noneText")}>
            <TextButton label={t("audits.list.start")} to={href("audits")} isMain />
          </EmptyState>
        }
        width={760}
        columns={[
          {
            title: t("audits.list.when"),
            isHead: true,
            isWhole: true,
            cell: ({ created_at, start }) => <Two of={[dateTime(created_at), hostOf(start)]} />,
          },
          { title: t("audits.list.state"), cell: (audit) => <AuditBadge audit={audit} /> },
          figure<AuditRow>(
            t("audits.score.title"),
            ({ score }) => score !== null && <Scored score={score} />,
          ),
          figure<AuditRow>(t("audits.list.pages"), ({ fetched }) => number(fetched)),
          figure<AuditRow>(t("audits.pages.errors"), (audit) => counted(audit, number(audit.errors))),
          figure<AuditRow>(t("audits.pages.warnings"), (audit) => counted(audit, number(audit.warnings))),
          { title: t("audits.list.cause"), cell: ({ cause }) => t(`audits.cause.${cause}`) },
        ]}
        keyOf={({ id }) => id}
        to={({ id }) => href("audit", { audit: id })}
        actions={(audit) => (
          <>
            <Checkbox
              className="audit-choose"
              aria-label={t("audits.list.choose", { when: dateTime(audit.created_at) })}
              checked={chosen.has(audit.id)}
              disabled={audit.state !== "done" || (chosen.ids.length === COMPARED && !chosen.has(audit.id))}
              onChange={() => chosen.toggle(audit.id)}
            />
            <IconButton
              icon="trash"
              label={t("audits.list.deleteOf", { when: dateTime(audit.created_at) })}
              disabled={isOpen(audit) && audit.state !== "paused"}
              onClick={() => setAsked(audit)}
            />
          </>
        )}
      />
      {asked && (
        <ConfirmDialog
          title={t("audits.list.deleteTitle")}
          text={t("audits.list.deleteText", {
            when: dateTime(asked.created_at),
            score: asked.score === null ? "–" : words.points(asked.score),
          })}
          go={t("audits.list.delete")}
          done={t("audits.list.deleted")}
          changed={AUDITS}
          act={() => deleteAudit(asked.id)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** The chosen audits in the order of the list, the newer one first. */
const inOrder = (audits: AuditRow[], ids: string[]) =>
  audits.filter(({ id }) => ids.includes(id)).map(({ id }) => id);

const counted = ({ state }: AuditRow, text: string) => (state === "done" ? text : "");

function Scored({ score }: { score: number }) {
  const words = useWords();
  return (
    <span className="audit-scored">
      <i aria-hidden="true" style={{ background: scoreWord(score).colour }} />
      {words.points(score)}
    </span>
  );
}
