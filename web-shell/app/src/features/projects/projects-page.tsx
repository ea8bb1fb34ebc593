import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useApi } from "../../api/client";
import { labelsOf } from "../../api/projects";
import { utcOffset } from "../../api/utc-offset";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { useTyped } from "../../ui/list";
import { Loading, PageHead, PageTitle } from "../../ui/page";
import { ProjectMark } from "../../ui/project-mark";
import { SearchInput } from "../../ui/search-input";
import { TextButton } from "../../ui/texts";
import { found, SORTS, type Sort, sorted } from "./order";
import { ProjectTable } from "./project-table";
import "./projects.css";

const ROW_PX = 56;
const ROWS_TO_COME = 6;

/** The filter in the address. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { get: (name: string) => params.get(name) ?? "", set };
}

/** All projects of the user: find one, compare their work, open, rename or delete one. */
export default function ProjectsPage() {
  const { t, href } = useTexts("projects");
  const { data } = useApi("/api/projects", { query: { utc_offset: utcOffset() } });
  if (data?.projects.length === 0) return <NoProjects />;
  return (
    <Stack gap="lg">
      <PageHead title={t("projects.list.title")} lead={t("projects.list.lead")}>
        <TextButton label={t("projects.add.submit")} isMain to={href("addProject")} icon="add" />
      </PageHead>
      <List />
    </Stack>
  );
}

function List() {
  const { t } = useTexts("projects");
  const { data } = useApi("/api/projects", { query: { utc_offset: utcOffset() } });
  const filter = useFilter();
  const sort = SORTS.find((each) => each === filter.get("sort")) ?? "active";
  const { input: search } = useTyped(filter, "q");
  const rows = sorted(found(data?.projects ?? [], filter.get("q")), sort);
  return (
    <>
      <Group gap="sm" align="flex-end" className="projects-bar">
        <SearchInput
          flex={1}
          aria-label={t("projects.list.search")}
          placeholder={t("projects.list.search")}
          {...search}
        />
        <Choice<Sort>
          aria-label={t("projects.list.sort")}
          values={SORTS}
          text={(value) => t(`projects.sort.${value}`)}
          value={sort}
          onChange={(value) => filter.set("sort", value === "active" ? "" : (value ?? ""))}
        />
      </Group>
      <Card withBorder padding={0}>
        {!data && <Loading h={ROWS_TO_COME * ROW_PX} />}
        {data && rows.length === 0 && (
          <Text c="dimmed" p="lg" role="status">
            {t("projects.list.noneFound")}
          </Text>
        )}
        {data && rows.length > 0 && (
          <ProjectTable projects={rows} labels={labelsOf(data.projects)} selected={data.selected_project} />
        )}
      </Card>
    </>
  );
}

const SAMPLES = [
  { name: "Bakery", color: "clay" },
  { name: "Shoes", color: "sky" },
  { name: "Garden", color: "moss" },
] as const;

/** What the list will look like, and the way to the first project. */
function NoProjects() {
  const { t, href } = useTexts("projects");
  return (
    <Stack align="center" gap="md" py={48} px="md">
      <PageTitle>{t("projects.list.title")}</PageTitle>
      <Card withBorder padding={0} className="projects-sample" aria-hidden="true">
        {SAMPLES.map((sample) => (
          <div key={sample.color}>
            <ProjectMark {...sample} icon={null} size={32} />
            <i />
            <i />
          </div>
        ))}
      </Card>
      <Title order={1} ta="center">
        {t("projects.list.emptyTitle")}
      </Title>
      <Text c="dimmed" ta="center" maw={440}>
        {t("projects.list.emptyText")}
      </Text>
      <TextButton label={t("projects.add.submit")} isMain to={href("addProject")} icon="add" />
    </Stack>
  );
}
