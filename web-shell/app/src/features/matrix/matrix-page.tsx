import { Card, Stack } from "@mantine/core";
import { useState } from "react";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { Dim } from "../../ui/texts";
import { type Matrix, type MatrixFilter, STAGES } from "./matrix";
import { type Aim, MatrixDialog } from "./matrix-dialog";
import { MatrixTable } from "./matrix-table";
import { MatrixToolDialog } from "./matrix-tool-dialog";
import { PendingBar } from "./pending-bar";
import { usePending } from "./use-pending";
import "./matrix.css";

/** Which plans have which tools, with which ceilings. */
export default function MatrixPage() {
  const { t } = useTexts("matrix");
  // Changes by other administrators must be shown.
  const list = useList("/api/admin/matrix", (filter) => ({ query: matchingOf(filter) }), { staleTime: 0 });
  const { data, filter } = list;
  const matching = matchingOf(filter);
  const [aim, setAim] = useState<Aim | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const tool = data?.data.find(({ id }) => id === shown);
  const pending = usePending();
  return (
    <Stack gap="lg" maw={1320} mx="auto">
      <PageHead title={t("matrix.page.title")} lead={t("matrix.page.lead")} />
      <Filters filter={filter} data={data} />
      {!data && <Loading h={360} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState icon="tools" title={t("matrix.page.none")} text={t("matrix.page.noneText")} />
      )}
      {data && data.data.length > 0 && (
        <>
          <div id="matrix-keys" className="matrix-keys">
            <Dim>{t("matrix.page.keys")}</Dim>
          </div>
          <Card withBorder padding={0}>
            <MatrixTable
              matrix={data}
              matching={matching}
              pending={pending}
              onAim={setAim}
              onShow={setShown}
            />
          </Card>
        </>
      )}
      {data && <Pager {...list.pager} />}
      {data && <PendingBar matrix={data} pending={pending} />}
      {aim && data && <MatrixDialog aim={aim} most={data.memory_mib} onClose={() => setAim(null)} />}
      {tool && data && (
        <MatrixToolDialog
          tool={tool}
          onClose={() => setShown(null)}
          onChange={() => {
            setShown(null);
            setAim({ plans: data.plans, tools: [tool] });
          }}
        />
      )}
    </Stack>
  );
}

function matchingOf(filter: ListFilter): MatrixFilter {
  const given = (name: string) => filter.get(name) || undefined;
  return {
    q: given("q"),
    category: given("category"),
    publisher: given("publisher"),
    stage: STAGES.find((stage) => stage === filter.get("stage")),
  };
}

function Filters({ filter, data }: { filter: ListFilter; data: Matrix | undefined }) {
  const { t } = useTexts("matrix");
  const { input: search } = useTyped(filter, "q");
  const choice = (name: "category" | "publisher" | "stage", options: { value: string; label: string }[]) => (
    <FilterSelect
      filter={filter}
      name={name}
      any={t("matrix.filter.any")}
      w={{ base: "100%", xs: 190 }}
      label={t(`matrix.filter.${name}`)}
      data={options}
    />
  );
  return (
    <FilterBar
      filter={filter}
      names={["category", "publisher", "stage"]}
      search={<SearchInput flex="1 1 10rem" label={t("matrix.filter.search")} {...search} />}
    >
      {choice(
        "category",
        (data?.categories ?? []).map(({ id, title }) => ({ value: id, label: title })),
      )}
      {choice(
        "publisher",
        (data?.publishers ?? []).map((name) => ({ value: name, label: name })),
      )}
      {choice(
        "stage",
        STAGES.map((stage) => ({ value: stage, label: t(`matrix.stage.${stage}`) })),
      )}
    </FilterBar>
  );
}
