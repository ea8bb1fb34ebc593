import { Card, Group } from "@mantine/core";
import { useHeard } from "../../api/live";
import { type ListFilter, useList, useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DataTable, figure, Two } from "../../ui/data-table";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { sortingOf } from "../../ui/sorting";
import { AuditFrame } from "./audit-frame";
import { type Address, type Audit, POLL_MS, pathOf, useAudit } from "./audits";
import { ExportMenu } from "./export-menu";
import { StatusBadge } from "./marks";
import { useWords } from "./words";

const SORTS = ["errors", "url", "status", "depth", "incoming"] as const;
const ROLES = ["pages", "resources", "others"] as const;
const CLASSES = ["2", "3", "4", "5", "0"] as const;

/** The addresses that an audit fetched. */
export function AddressesPage() {
  const audit = useAudit();
  return (
    <AuditFrame audit={audit} part="pages">
      <Addresses audit={audit} />
    </AuditFrame>
  );
}

const roleOf = ({ get }: Pick<ListFilter, "get">) => ROLES.find((one) => one === get("role")) ?? "pages";

function wantedOf(filter: Pick<ListFilter, "get">) {
  const status = CLASSES.find((one) => one === filter.get("class"));
  const indexable = filter.get("indexable");
  const q = filter.get("q");
  return {
    role: roleOf(filter),
    ...(status && { class: Number(status) }),
    ...(indexable && { indexable: indexable === "yes" }),
    ...(q && { q }),
  };
}

function Addresses({ audit }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  const sorting = sortingOf(useListFilter(), SORTS, { by: "errors", order: "desc" });
  const { data, filter, pager } = useList(
    "/api/audits/{id}/pages",
    (filter) => ({
      path: { id: audit.id },
      query: { ...wantedOf(filter), sort: sorting.by, order: sorting.order },
    }),
    useHeard(POLL_MS),
  );
  const count = (value: number) => (value > 0 ? number(value) : "");
  return (
    <>
      <Filters filter={filter} />
      {!data && <Loading h={320} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState icon="search" title={t("audits.pages.none")} text={t("audits.pages.noneText")} />
      )}
      {data && data.data.length > 0 && (
        <Group justify="flex-end">
          <ExportMenu audit={audit.id} of="pages" query={wantedOf(filter)} />
        </Group>
      )}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <DataTable
            label={t("audits.part.pages")}
            width={760}
            columns={[
              {
                title: t("audits.pages.address"),
                isHead: true,
                isLong: true,
                sort: "url",
                cell: ({ url, title }) => (
                  <Two of={[roleOf(filter) === "pages" ? pathOf(url) : url, title]} />
                ),
              },
              {
                title: t("audits.pages.status"),
                sort: "status",
                first: "desc",
                cell: ({ status }) => <StatusBadge status={status} />,
              },
              {
                title: t("audits.pages.indexed"),
                cell: ({ indexable }) => t(indexable ? "audits.pages.yes" : "audits.pages.no"),
              },
              figure<Address>(
                t("audits.pages.depth"),
                ({ depth }) => (depth === null ? "–" : number(depth)),
                "depth",
              ),
              figure<Address>(t("audits.pages.incoming"), ({ incoming }) => number(incoming), "incoming"),
              figure<Address>(t("audits.pages.errors"), ({ errors }) => count(errors), "errors"),
              figure<Address>(t("audits.pages.warnings"), ({ warnings }) => count(warnings)),
              figure<Address>(t("audits.pages.notices"), ({ notices }) => count(notices)),
            ]}
            rows={data.data}
            keyOf={({ number }) => String(number)}
            sorting={sorting}
            to={({ number }) => words.addressHref(audit.id, number)}
          />
        </Card>
      )}
      <Pager {...pager} />
    </>
  );
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("audits");
  const { input } = useTyped(filter, "q");
  return (
    <FilterBar
      filter={filter}
      names={["role", "class", "indexable"]}
      search={<SearchInput label={t("audits.pages.search")} {...input} />}
    >
      <Choice
        label={t("audits.pages.role")}
        values={ROLES}
        text={(role) => t(`audits.pages.roles.${role}`)}
        value={roleOf(filter)}
        onChange={(role) => filter.set("role", role === ROLES[0] ? "" : (role ?? ""))}
      />
      <FilterSelect
        filter={filter}
        name="class"
        label={t("audits.pages.status")}
        any={t("audits.pages.anyStatus")}
        data={CLASSES.map((status) => ({ value: status, label: t(`audits.class.${status}`) }))}
      />
      <FilterSelect
        filter={filter}
        name="indexable"
        label={t("audits.pages.indexed")}
        any={t("audits.pages.anyIndexed")}
        data={(["yes", "no"] as const).map((value) => ({ value, label: t(`audits.pages.${value}`) }))}
      />
    </FilterBar>
  );
}
