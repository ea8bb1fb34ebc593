import { Card, Group, Stack, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../api/use-list";
import { useList } from "../../api/use-list";
import { EmptyState } from "../../ui/empty-state";
import { FilterSelect } from "../../ui/filter-select";
import { Loading } from "../../ui/loading";
import { PageHead } from "../../ui/page-head";
import { Pager } from "../../ui/pager";
import { useTyped } from "../../ui/use-typed";
import { type Matrix, type MatrixFilter, STAGES } from "./matrix";
import { type Aim, MatrixDialog } from "./matrix-dialog";
import { MatrixTable } from "./matrix-table";
import { MatrixToolDialog } from "./matrix-tool";
import "./matrix.css";

/** Which plan has which tool, and how much of it. */
export default function MatrixPage() {
  const { t } = useTranslation("matrix");
  // Changes by other administrators must show.
  const list = useList("/api/admin/matrix", (filter) => ({ query: matchingOf(filter) }), { staleTime: 0 });
  const { data, filter } = list;
  const matching = matchingOf(filter);
  const [aim, setAim] = useState<Aim | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const tool = data?.data.find(({ id }) => id === shown);
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <PageHead title={t("matrix.page.title")} lead={t("matrix.page.lead")} />
      <Filters filter={filter} data={data} />
      {!data && <Loading h={360} radius="lg" />}
      {data?.total === 0 && (
        <EmptyState icon="tools" title={t("matrix.page.none")} text={t("matrix.page.noneText")} />
      )}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <MatrixTable matrix={data} matching={matching} onAim={setAim} onShow={setShown} />
        </Card>
      )}
      {data && <Pager {...list.pager} />}
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
  const { t } = useTranslation("matrix");
  const search = useTyped(filter, "q");
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
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        flex="1 1 14rem"
        label={t("matrix.filter.search")}
        leftSection={<Icon name="search" size={16} />}
        {...search}
      />
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
    </Group>
  );
}
