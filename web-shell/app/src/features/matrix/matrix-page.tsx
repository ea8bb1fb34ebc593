import { Anchor, Card, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { Facts } from "../../admin/admin";
import { useApi } from "../../api/client";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { FilterSelect } from "../../ui/filter-select";
import { Pager, useTyped } from "../../ui/list";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { Dim, Small, Strong, TextButton, TextLink } from "../../ui/texts";
import { useExceptionWords } from "./exception-words";
import { FEW, type Matrix, type MatrixFilter, type MatrixTool, STAGES } from "./matrix";
import { type Aim, MatrixDialog } from "./matrix-dialog";
import { MatrixTable } from "./matrix-table";
import "./matrix.css";

type Props = { tool: MatrixTool; onChange: () => void; onClose: () => void };

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
  const { t } = useTexts("matrix");
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
      <SearchInput flex="1 1 14rem" label={t("matrix.filter.search")} {...search} />
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

/** One row of the matrix: the tool, its number of exceptions, and a button to change all plans at once. */
function MatrixToolDialog({ tool, onChange, onClose }: Props) {
  const { t, href, number } = useTexts("matrix");
  const facts: [string, string | null][] = [
    [t("matrix.tool.publisher"), tool.publisher],
    [t("matrix.tool.stage"), t(`matrix.stage.${tool.stage}`)],
    [t("matrix.tool.words"), number(tool.words)],
    [t("matrix.tool.hosts"), tool.hosts.join(", ") || null],
  ];
  return (
    <Dialog title={tool.name} onClose={onClose}>
      <Stack gap="md">
        <Facts facts={facts} />
        <Exceptions tool={tool.id} />
        <Group justify="flex-end">
          <Anchor component={Link} to={href("adminPlugin", { plugin: tool.id })} size="sm" mr="auto">
            {t("matrix.tool.versions")}
          </Anchor>
          <TextButton label={t("matrix.tool.change")} isMain data-autofocus onClick={onChange} />
        </Group>
      </Stack>
    </Dialog>
  );
}

function Exceptions({ tool }: { tool: string }) {
  const { t, href } = useTexts("matrix");
  const say = useExceptionWords();
  const [page, setPage] = useState(1);
  const { data } = useApi("/api/admin/matrix/{tool}/exceptions", {
    path: { tool },
    query: { page, per_page: FEW },
  });
  if (!data) return <Loading h={48} />;
  return (
    <section aria-label={t("matrix.tool.exceptions")}>
      <Strong mb={4}>{t("matrix.tool.exceptions")}</Strong>
      {data.total === 0 && <Dim>{t("matrix.tool.noExceptions")}</Dim>}
      <ul className="matrix-touched">
        {data.data.map((exception) => (
          <li key={exception.account.id}>
            <TextLink to={href("adminUser", { user: exception.account.id })} size="sm">
              {exception.account.email}
            </TextLink>
            <Small>{say(exception).join(" · ")}</Small>
            <Dim>{exception.reason}</Dim>
          </li>
        ))}
      </ul>
      <Pager page={page} total={data.total} per={FEW} onPage={setPage} size="sm" />
    </section>
  );
}
