import { Card, Group } from "@mantine/core";
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
import { TextButton } from "../../ui/texts";
import { AUDITS, checkAgain, makeTask, POLL_MS, TASKS } from "./audits";
import { LEVELS } from "./counts";
import { ExportMenu } from "./export-menu";
import { FINDINGS, FindingActions, TaskLink } from "./finding-actions";
import { FindingItem } from "./finding-item";
import type { RuleProps } from "./rule-page";

const SHOWS = ["all", "new", "back", "ignored", "verified"] as const;
type Shown = (typeof SHOWS)[number];

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
      id={FINDINGS}
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
              <FindingItem
                key={finding.page ?? "site"}
                audit={audit}
                finding={finding}
                shows={["page"]}
                usual={rule.severity}
              >
                <FindingActions audit={audit} finding={finding} />
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
