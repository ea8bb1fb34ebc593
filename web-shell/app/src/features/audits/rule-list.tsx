import { Card, Text } from "@mantine/core";
import { ShareBar } from "@sitewright/ui/share-bar";
import { startTransition, useDeferredValue, useState } from "react";
import { type ListFilter, useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DataTable, figure } from "../../ui/data-table";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { EmptyState, Panel } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { TextButton } from "../../ui/texts";
import { type Audit, LEVEL_COLOURS, type Rule } from "./audits";
import { COUNTS, countsOf, findingsOf, LEVELS, matching, type Wanted } from "./counts";
import { ExportMenu } from "./export-menu";
import { useRuleColumns } from "./rule-columns";
import { useWords } from "./words";

/** Rows that are drawn at once; the others on request, since there may be hundreds. */
const FIRST = 40;
const SHOWS = ["found", "changed", "all"] as const;
/** Of the address: the place of the list, to which the categories lead. */
const LIST = "rules";

const wantedOf = ({ get }: ListFilter): Wanted => ({
  q: get("q"),
  level: get("level"),
  category: get("category"),
  show: get("show"),
});

/** The findings of the rules that the level and the category leave. */
function tableOf({ level, category }: Wanted) {
  const known = LEVELS.find((one) => one === level);
  return { ...(known && { level: known }), ...(category && { category }) };
}

/** All rules with what they found. */
export function RuleList({ audit, rules }: { audit: Audit; rules: Rule[] }) {
  const { t, href, number } = useTexts("audits");
  const words = useWords();
  const columns = useRuleColumns<Rule>();
  const filter = useListFilter();
  const shown = useDeferredValue(matching(rules, wantedOf(filter)));
  const [isWhole, setWhole] = useState(false);
  const count = (value: number) => (value > 0 ? number(value) : "");
  const showWhole = () => {
    // The button leaves the page with its focus.
    document.getElementById(LIST)?.focus({ preventScroll: true });
    startTransition(() => setWhole(true));
  };
  return (
    <Panel
      title={t("audits.rules.title")}
      id={LIST}
      className="audit-rules"
      aside={<ExportMenu audit={audit.id} of="findings" query={tableOf(wantedOf(filter))} />}
    >
      <Filters filter={filter} rules={rules} />
      {shown.length === 0 && (
        <EmptyState icon="check" title={t("audits.rules.none")} text={t("audits.rules.noneText")} />
      )}
      {shown.length > 0 && (
        <Card withBorder padding={0}>
          <DataTable
            label={t("audits.rules.title")}
            width={640}
            columns={[
              ...columns,
              figure<Rule>(t("audits.rules.places"), (rule) => count(findingsOf(rule))),
              figure<Rule>(t("audits.rules.new"), ({ fresh, returned }) => count(fresh + returned)),
              figure<Rule>(t("audits.rules.fixed"), ({ fixed }) => count(fixed)),
              figure<Rule>(t("audits.rules.gain"), ({ gain }) => (gain > 0 ? words.points(gain) : "")),
            ]}
            rows={isWhole ? shown : shown.slice(0, FIRST)}
            keyOf={({ rule }) => rule}
            to={({ rule }) => href("auditRule", { audit: audit.id, rule })}
          />
        </Card>
      )}
      {!isWhole && shown.length > FIRST && (
        <div>
          <TextButton
            label={t("audits.rules.more", { count: shown.length })}
            icon="down"
            onClick={showWhole}
          />
        </div>
      )}
    </Panel>
  );
}

function Filters({ filter, rules }: { filter: ListFilter; rules: Rule[] }) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  const { input } = useTyped(filter, "q");
  const sums = Object.fromEntries(
    LEVELS.map((level) => [level, rules.reduce((sum, rule) => sum + rule[COUNTS[level]], 0)]),
  );
  const categories = [...new Set(rules.map(({ category }) => category))];
  const show = SHOWS.find((one) => one === filter.get("show")) ?? SHOWS[0];
  return (
    <FilterBar
      filter={filter}
      names={["level", "category", "show"]}
      search={<SearchInput label={t("audits.rules.search")} {...input} />}
    >
      <FilterSelect
        filter={filter}
        name="level"
        label={t("audits.rules.level")}
        any={t("audits.rules.anyLevel")}
        data={LEVELS.map((level) => ({
          value: level,
          label: t("audits.rules.counted", {
            name: t(`audits.level.${level}`),
            count: number(sums[level] ?? 0),
          }),
        }))}
      />
      <FilterSelect
        filter={filter}
        name="category"
        label={t("audits.rules.category")}
        any={t("audits.rules.anyCategory")}
        data={categories
          .map((category) => ({ value: category, label: words.category(category) }))
          .sort((one, other) => one.label.localeCompare(other.label))}
      />
      <Choice
        label={t("audits.rules.show")}
        values={SHOWS}
        text={(value) => t(`audits.rules.shows.${value}`)}
        value={show}
        onChange={(value) => filter.set("show", value === SHOWS[0] ? "" : (value ?? ""))}
      />
    </FilterBar>
  );
}

/** The categories with findings; each filters the list of rules. */
export function Categories({ rules }: { rules: Rule[] }) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  const filter = useListFilter();
  const counted = countsOf(rules);
  if (counted.length === 0) return null;
  const most = Math.max(...counted.map(({ all }) => all));
  const choose = (category: string) => {
    filter.set("category", filter.get("category") === category ? "" : category);
    document.getElementById(LIST)?.scrollIntoView({ block: "start" });
  };
  return (
    <Panel title={t("audits.categories.title")}>
      <Card withBorder padding={0}>
        <ul className="audit-categories">
          {counted.map(({ category, counts, all }) => (
            <li key={category}>
              <button
                type="button"
                aria-pressed={filter.get("category") === category}
                onClick={() => choose(category)}
              >
                <Text component="span" size="sm">
                  {words.category(category)}
                </Text>
                <span className="audit-number">{number(all)}</span>
                <ShareBar
                  label={LEVELS.map(
                    (level) => `${t(`audits.level.${level}`)}: ${number(counts[level])}`,
                  ).join(", ")}
                  parts={LEVELS.map((level) => ({
                    key: level,
                    share: counts[level] / most,
                    color: LEVEL_COLOURS[level],
                  }))}
                />
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </Panel>
  );
}
