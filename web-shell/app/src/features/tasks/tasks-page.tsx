import { Group, Menu, SegmentedControl, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ALL_PROJECTS } from "../../api/own-project";
import { useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { MenuEntry } from "../../ui/menu-entry";
import { EmptyState, PageHead } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { Board } from "./board";
import { TaskFilters } from "./task-filters";
import { NewTask } from "./task-form";
import { TaskList } from "./task-list";
import { exportHref } from "./tasks";
import { type Filter, useFilter } from "./use-filter";
import "./tasks.css";

/** The tasks of the user, as a list or as a board. */
export default function TasksPage() {
  const { t, href } = useTexts("tasks");
  const filter = useFilter();
  const [isAdding, setAdding] = useState(false);
  const hasProject = useProjects()?.projects.length !== 0;
  const add = hasProject ? (
    <TextButton label={t("tasks.list.add")} isMain icon="add" onClick={() => setAdding(true)} />
  ) : (
    <TextButton label={t("tasks.empty.addProject")} isMain icon="add" to={href("addProject")} />
  );
  const nothing = <Nothing filter={filter}>{add}</Nothing>;
  return (
    <Stack gap="lg">
      <PageHead title={t("tasks.list.title")} lead={t("tasks.list.lead")}>
        {hasProject && add}
      </PageHead>
      <Group justify="space-between">
        <View filter={filter} />
        <Export filter={filter} />
      </Group>
      <TaskFilters filter={filter} />
      {filter.isBoard ? (
        <Board filter={filter} none={nothing} />
      ) : (
        <TaskList filter={filter} none={nothing} />
      )}
      {isAdding && <NewTask project={Number(filter.project) || null} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function View({ filter }: { filter: Filter }) {
  const { t } = useTexts("tasks");
  return (
    <SegmentedControl
      aria-label={t("tasks.view.title")}
      data={[
        { value: "", label: t("tasks.view.list") },
        { value: "board", label: t("tasks.view.board") },
      ]}
      value={filter.isBoard ? "board" : ""}
      onChange={(view) => filter.set("view", view)}
    />
  );
}

/** Downloads the tasks that are shown. */
function Export({ filter }: { filter: Filter }) {
  const { t } = useTexts("tasks");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton label={t("tasks.export.title")} icon="download" />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry label={t("tasks.export.xlsx")} icon="table" file={exportHref("xlsx", filter.shown)} />
        <MenuEntry label={t("tasks.export.csv")} icon="document" file={exportHref("csv", filter.shown)} />
      </Menu.Dropdown>
    </Menu>
  );
}

type NothingProps = { filter: Filter; children: ReactNode };

/** Why there are no tasks, and what to do next. */
function Nothing({ filter, children }: NothingProps) {
  const { t, href } = useTexts("tasks");
  if (filter.isNarrow) {
    const view = filter.isBoard ? "?view=board" : "";
    return (
      <EmptyState icon="search" title={t("tasks.none.title")} text={t("tasks.none.text")}>
        <TextButton label={t("tasks.none.reset")} to={href("tasks") + view} />
      </EmptyState>
    );
  }
  const all = new URLSearchParams({ project: ALL_PROJECTS, ...(filter.isBoard && { view: "board" }) });
  return (
    <EmptyState icon="task" title={t("tasks.empty.title")} text={t("tasks.empty.text")}>
      <Group justify="center">
        {children}
        {filter.project && <TextButton label={t("tasks.empty.all")} to={`${href("tasks")}?${all}`} />}
      </Group>
    </EmptyState>
  );
}
