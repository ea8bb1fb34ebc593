import { Group } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import {
  AUDITS,
  type Audit,
  checkAgain,
  type Finding,
  makeTask,
  ofFinding,
  pathOf,
  stopIgnoring,
  TASKS,
} from "./audits";
import { FixProposal } from "./fix-proposal";
import { fixOf } from "./fixes";
import { IgnoreDialog } from "./ignore-dialog";

/** The list of findings, which gets the focus when a finding leaves it. */
export const FINDINGS = "findings";

/** The task of a finding with its state. */
export function TaskLink({
  task: { id, state },
  place,
}: {
  task: NonNullable<Finding["task"]>;
  place: string;
}) {
  const { t, href } = useTexts("audits");
  const label = t(`audits.finding.taskState.${state}`);
  return (
    <TextLink
      to={href("task", { task: id })}
      size="xs"
      aria-label={t("audits.finding.buttonOf", { label, place })}
    >
      {label}
    </TextLink>
  );
}

type Props = {
  audit: Pick<Audit, "id" | "project_id" | "state">;
  finding: Finding;
  /** Whether the page as a whole is checked again elsewhere. */
  isOfPage?: boolean;
};

/** What can be done about a finding. */
export function FindingActions({ audit, finding, isOfPage }: Props) {
  const { t, date } = useTexts("audits");
  const action = useAction();
  const [isIgnoring, setIgnoring] = useState(false);
  const { rule, page, url, ignored, ignore: own, verified_at, task } = finding;
  const place = url ? pathOf(url) : t("audits.finding.site");
  const fix = fixOf(finding);
  const [isFixing, setFixing] = useState(false);
  const named = (label: string) => t("audits.finding.buttonOf", { label, place });
  if (verified_at) return null;
  return (
    <>
      {own && (
        <Dim>
          {t("audits.ignore.because", { reason: own.reason })}
          {own.until && ` · ${t("audits.ignore.ends", { date: date(own.until) })}`}
        </Dim>
      )}
      <Group gap="xs" mt={4} className="audit-actions">
        {!isOfPage && page !== null && audit.state === "done" && !ignored && (
          <TextButton
            label={t("audits.again.page")}
            name={named(t("audits.again.page"))}
            size="xs"
            icon="again"
            {...action.press(
              () => checkAgain(audit.id, { rule: rule, page }),
              t("audits.again.started"),
              AUDITS,
            )}
          />
        )}
        {!ignored && (
          <TextButton
            label={t("audits.ignore.go")}
            name={named(t("audits.ignore.go"))}
            size="xs"
            onClick={() => setIgnoring(true)}
          />
        )}
        {task && <TaskLink task={task} place={place} />}
        {!ignored && !task && (
          <TextButton
            label={t("audits.finding.task")}
            name={named(t("audits.finding.task"))}
            size="xs"
            icon="task"
            {...action.press(
              () => makeTask(audit.id, ofFinding(finding)),
              t("audits.finding.taskMade"),
              TASKS,
            )}
          />
        )}
        {fix && !ignored && (
          <TextButton
            label={t("audits.write.go")}
            name={named(t("audits.write.go"))}
            size="xs"
            icon="spark"
            aria-expanded={isFixing}
            onClick={() => setFixing(!isFixing)}
          />
        )}
        {own && (
          <TextButton
            label={t("audits.ignore.stop")}
            name={named(t("audits.ignore.stop"))}
            size="xs"
            {...action.press(
              async () => {
                const list = document.getElementById(FINDINGS);
                await stopIgnoring(own.id);
                // The finding leaves the list with its button.
                list?.focus();
              },
              t("audits.ignore.stopped"),
              AUDITS,
            )}
          />
        )}
      </Group>
      {fix && isFixing && <FixProposal audit={audit} finding={finding} fix={fix} />}
      {isIgnoring && (
        <IgnoreDialog project={audit.project_id} rule={rule} url={url} onClose={() => setIgnoring(false)} />
      )}
      {action.dialog}
    </>
  );
}
