import { Card, Group } from "@mantine/core";
import { useState } from "react";
import { useHeard } from "../../api/live";
import { type ListFilter, useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading, Panel } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import { AUDITS, checkAgain, type Finding, makeTask, POLL_MS, pathOf, stopIgnoring, TASKS } from "./audits";
import { LEVELS } from "./counts";
import { ExportMenu } from "./export-menu";
import { FindingItem } from "./finding-item";
import { IgnoreDialog } from "./ignore-dialog";
import type { RuleProps } from "./rule-page";

const SHOWS = ["all", "new", "back", "ignored", "verified"] as const;
type Shown = (typeof SHOWS)[number];

const LIST = "findings";

const shownOf = ({ get }: Pick<ListFilter, "get">): Shown =>
  SHOWS.find((one) => one === get("show")) ?? "all";

function wantedOf(filter: Pick<ListFilter, "get">, rule: string) {
  const level = LEVELS.find((one) => one === filter.get("level"));
  const shown = shownOf(filter);
  const q = filter.get("q");
  return { rule, ...(level && { level }), ...(shown !== "all" && { show: shown }), ...(q && { q }) };
}

/** Where a rule found something, with what can be done about each place. */
export function FindingList({ audit, rule }: RuleProps) {
  const { t } = useTexts("audits");
  const { data, filter, pager } = useList(
    "/api/audits/{id}/findings",
    (filter) => ({ path: { id: audit.id }, query: wantedOf(filter, rule.rule) }),
    useHeard(POLL_MS),
  );
  const shown = shownOf(filter);
  const action = useAction();
  return (
    <Panel
      title={t("audits.finding.title")}
      id={LIST}
      className="audit-rules"
      aside={
        audit.state === "done" && (
          <Group gap="xs">
            <TextButton
              label={t("audits.again.rule")}
              icon="again"
              {...action.press(
                () => checkAgain(audit.id, { rule: rule.rule }),
                t("audits.again.started"),
                AUDITS,
              )}
            />
            {rule.task ? (
              <TaskLink task={rule.task} place={rule.title} />
            ) : (
              data &&
              data.total > 0 && (
                <TextButton
                  label={t("audits.finding.taskOfAll")}
                  icon="task"
                  {...action.press(
                    () => makeTask(audit.id, { rule: rule.rule }),
                    t("audits.finding.taskMade"),
                    TASKS,
                  )}
                />
              )
            )}
          </Group>
        )
      }
    >
      {action.dialog}
      <Filters filter={filter} shown={shown} />
      {data && data.total > 0 && (
        <Group justify="flex-end">
          <ExportMenu audit={audit.id} of="findings" query={wantedOf(filter, rule.rule)} />
        </Group>
      )}
      {!data && <Loading h={240} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState
          icon="check"
          title={t(`audits.finding.none.${shown}`)}
          text={t("audits.finding.noneText")}
        />
      )}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="audit-findings" aria-label={t("audits.finding.title")}>
            {data.data.map((finding) => (
              <FindingItem key={finding.page ?? "site"} audit={audit} finding={finding} shows={["page"]}>
                <Actions audit={audit} rule={rule} finding={finding} />
              </FindingItem>
            ))}
          </ul>
        </Card>
      )}
      <Pager {...pager} />
    </Panel>
  );
}

function Filters({ filter, shown }: { filter: ListFilter; shown: Shown }) {
  const { t } = useTexts("audits");
  const { input } = useTyped(filter, "q");
  return (
    <FilterBar
      filter={filter}
      names={["level", "show"]}
      search={<SearchInput label={t("audits.finding.search")} {...input} />}
    >
      <FilterSelect
        filter={filter}
        name="level"
        label={t("audits.rules.level")}
        any={t("audits.rules.anyLevel")}
        data={LEVELS.map((level) => ({ value: level, label: t(`audits.level.${level}`) }))}
      />
      <Choice
        label={t("audits.rules.show")}
        values={SHOWS}
        text={(value) => t(`audits.finding.shows.${value}`)}
        value={shown}
        onChange={(value) => filter.set("show", value === "all" ? "" : (value ?? ""))}
      />
    </FilterBar>
  );
}

/** The task of a finding with its state. */
function TaskLink({ task: { id, state }, place }: { task: NonNullable<Finding["task"]>; place: string }) {
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

type ActionsProps = RuleProps & { finding: Finding };

function Actions({ audit, rule, finding }: ActionsProps) {
  const { t, date } = useTexts("audits");
  const action = useAction();
  const [isIgnoring, setIgnoring] = useState(false);
  const { page, url, ignored, ignore: own, verified_at, task } = finding;
  const place = url ? pathOf(url) : t("audits.finding.site");
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
      <Group gap="xs" mt={4}>
        {page !== null && audit.state === "done" && !ignored && (
          <TextButton
            label={t("audits.again.page")}
            name={named(t("audits.again.page"))}
            size="xs"
            icon="again"
            {...action.press(
              () => checkAgain(audit.id, { rule: rule.rule, page }),
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
              () => makeTask(audit.id, { rule: rule.rule, ...(page !== null && { page }) }),
              t("audits.finding.taskMade"),
              TASKS,
            )}
          />
        )}
        {own && (
          <TextButton
            label={t("audits.ignore.stop")}
            name={named(t("audits.ignore.stop"))}
            size="xs"
            {...action.press(
              async () => {
                await stopIgnoring(own.id);
                // The finding leaves the list with its button.
                document.getElementById(LIST)?.focus();
              },
              t("audits.ignore.stopped"),
              AUDITS,
            )}
          />
        )}
      </Group>
      {isIgnoring && (
        <IgnoreDialog
          project={audit.project_id}
          rule={rule.rule}
          url={url}
          onClose={() => setIgnoring(false)}
        />
      )}
      {action.dialog}
    </>
  );
}
