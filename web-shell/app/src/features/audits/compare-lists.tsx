import { Card, SegmentedControl } from "@mantine/core";
import type { Answer } from "../../api/client";
import { type ListFilter, useList, useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, figure, Two } from "../../ui/data-table";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { pathOf } from "./audits";
import { LevelBadge } from "./marks";
import { useRuleColumns } from "./rule-columns";

export type Comparison = Answer<"/api/audits/{id}/compare/{before}">;
type Counts = Comparison["total"];

const VIEWS = ["rules", "pages", "findings"] as const;
const CHANGES = ["new", "back", "same", "fixed", "unchecked"] as const;
/** The counts by what became of findings. */
const COUNTS = {
  new: "fresh",
  back: "returned",
  same: "same",
  fixed: "fixed",
  unchecked: "unchecked",
} as const satisfies Record<(typeof CHANGES)[number], keyof Counts>;

const changeOf = ({ get }: Pick<ListFilter, "get">) => CHANGES.find((one) => one === get("change"));

/** What became of the findings: by rule, by page, or one by one. */
export function Differences({ of }: { of: Comparison }) {
  const { t } = useTexts("audits");
  const filter = useListFilter();
  const view = VIEWS.find((one) => one === filter.get("view")) ?? "rules";
  const List = { rules: Rules, pages: Pages, findings: Findings }[view];
  return (
    <>
      <Totals of={of} />
      <SegmentedControl
        aria-label={t("audits.compare.view")}
        data={VIEWS.map((value) => ({ value, label: t(`audits.compare.views.${value}`) }))}
        value={view}
        onChange={(value) => filter.set("view", value === "rules" ? "" : value)}
        style={{ alignSelf: "flex-start" }}
      />
      <Filters filter={filter} of={of} hasSearch={view !== "rules"} />
      <List of={of} />
    </>
  );
}

function Totals({ of: { total } }: { of: Comparison }) {
  const { t, number } = useTexts("audits");
  return (
    <Card withBorder component="section" aria-label={t("audits.compare.total")}>
      <dl className="audit-facts">
        {CHANGES.map((change) => (
          <div key={change}>
            <dt>{t(`audits.compare.changes.${change}`)}</dt>
            <dd>{number(total[COUNTS[change]])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type FiltersProps = { filter: ListFilter; of: Comparison; hasSearch: boolean };

function Filters({ filter, of, hasSearch }: FiltersProps) {
  const { t } = useTexts("audits");
  const { input } = useTyped(filter, "q");
  return (
    <FilterBar
      filter={filter}
      names={["change"]}
      search={hasSearch && <SearchInput label={t("audits.pages.search")} {...input} />}
    >
      <FilterSelect
        filter={filter}
        name="change"
        label={t("audits.compare.change")}
        any={t("audits.compare.anyChange")}
        data={CHANGES.map((change) => ({ value: change, label: t(`audits.compare.changes.${change}`) }))}
      />
      {hasSearch && (
        <FilterSelect
          filter={filter}
          name="rule"
          label={t("audits.rules.rule")}
          any={t("audits.compare.anyRule")}
          searchable
          data={of.rules.map(({ rule, title }) => ({ value: rule, label: title }))}
        />
      )}
    </FilterBar>
  );
}

/** The columns with the counts. */
function useCounts<Row extends Counts>() {
  const { t, number } = useTexts("audits");
  return CHANGES.map((change) =>
    figure<Row>(t(`audits.compare.changes.${change}`), (row) => {
      const count = row[COUNTS[change]];
      return count > 0 ? number(count) : "";
    }),
  );
}

function None() {
  const { t } = useTexts("audits");
  return <EmptyState icon="check" title={t("audits.compare.same")} text={t("audits.compare.sameText")} />;
}

/** The address of this page with another list. */
function useListHref({ before, after }: Comparison) {
  const { href } = useTexts("audits");
  return (more: Record<string, string>) =>
    `${href("auditCompare")}?${new URLSearchParams({ before: before.id, after: after.id, ...more })}`;
}

type ListProps = { of: Comparison };

function Rules({ of }: ListProps) {
  const { t } = useTexts("audits");
  const ofRules = useRuleColumns<Comparison["rules"][number]>();
  const counts = useCounts<Comparison["rules"][number]>();
  const listHref = useListHref(of);
  const change = changeOf(useListFilter());
  const rows = change ? of.rules.filter((rule) => rule[COUNTS[change]] > 0) : of.rules;
  if (rows.length === 0) return <None />;
  return (
    <Card withBorder padding={0}>
      <DataTable
        label={t("audits.compare.views.rules")}
        width={760}
        columns={[...ofRules, ...counts]}
        rows={rows}
        keyOf={({ rule }) => rule}
        to={({ rule }) => listHref({ view: "findings", rule, ...(change && { change }) })}
      />
    </Card>
  );
}

/** The filters of a list, and the audits. */
const wanted = (of: Comparison) => (filter: ListFilter) => {
  const change = changeOf(filter);
  const [rule, q] = [filter.get("rule"), filter.get("q")];
  return {
    path: { id: of.after.id, before: of.before.id },
    query: { ...(change && { change }), ...(rule && { rule }), ...(q && { q }) },
  };
};

function Pages({ of }: ListProps) {
  const { t } = useTexts("audits");
  const counts = useCounts<Answer<"/api/audits/{id}/compare/{before}/pages">["data"][number]>();
  const listHref = useListHref(of);
  const { data, pager } = useList("/api/audits/{id}/compare/{before}/pages", wanted(of));
  if (!data) return <Loading h={240} radius="lg" />;
  if (data.total === 0) return <None />;
  return (
    <>
      <Card withBorder padding={0}>
        <DataTable
          label={t("audits.compare.views.pages")}
          width={760}
          columns={[
            {
              title: t("audits.pages.address"),
              isHead: true,
              isLong: true,
              cell: ({ url }) => (url === null ? t("audits.compare.site") : pathOf(url)),
            },
            ...counts,
          ]}
          rows={data.data}
          keyOf={({ url }) => url ?? "site"}
          to={({ url }) => (url === null ? null : listHref({ view: "findings", q: url }))}
        />
      </Card>
      <Pager {...pager} />
    </>
  );
}

function Findings({ of }: ListProps) {
  const { t, href } = useTexts("audits");
  const { data, pager } = useList("/api/audits/{id}/compare/{before}/findings", wanted(of));
  if (!data) return <Loading h={240} radius="lg" />;
  if (data.total === 0) return <None />;
  const isOld = (change: string) => change === "fixed" || change === "unchecked";
  return (
    <>
      <Card withBorder padding={0}>
        <DataTable
          label={t("audits.compare.views.findings")}
          width={640}
          columns={[
            {
              title: t("audits.rules.rule"),
              isHead: true,
              isLong: true,
              cell: ({ title, url }) => (
                <Two of={[title, url === null ? t("audits.compare.site") : pathOf(url)]} />
              ),
            },
            { title: t("audits.rules.level"), cell: ({ level }) => <LevelBadge level={level} /> },
            {
              title: t("audits.compare.change"),
              cell: ({ change }) => t(`audits.compare.became.${change}`),
            },
          ]}
          rows={data.data}
          keyOf={({ rule, url, change }) => `${rule} ${url} ${change}`}
          to={({ rule, change }) =>
            href("auditRule", { audit: (isOld(change) ? of.before : of.after).id, rule })
          }
        />
      </Card>
      <Pager {...pager} />
    </>
  );
}
