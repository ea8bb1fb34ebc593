import { Card } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Pager } from "../../ui/list";
import { Loading } from "../../ui/page";
import { movesIn } from "../../ui/row-keys";
import { StateMenu, TaskFacts, useNamesProjects } from "./task-parts";
import { type Task, useChangeTask } from "./tasks";
import type { Filter } from "./use-filter";

const moveInRows = movesIn(".task-row", ".task-link");

type Props = { filter: Filter; none: ReactNode };

/** The tasks one below another, to open one by one or to move to another state. */
export function TaskList({ filter, none }: Props) {
  const { t, number } = useTexts("tasks");
  const { data, pager } = useList("/api/tasks", { query: filter.query });
  const { page, set } = filter;
  const isBeyond = data?.data.length === 0 && page > 1;
  // The last row of the last page may be done.
  useEffect(() => {
    if (isBeyond) set("page", "", true);
  }, [isBeyond, set]);
  if (!data) return <Loading h={360} radius="lg" />;
  if (data.total === 0) return none;
  return (
    <>
      <Card withBorder padding={0}>
        <p className="task-count" role="status">
          {t("tasks.list.count", { count: data.total, shown: number(data.total) })}
        </p>
        <Rows tasks={data.data} project={filter.project} />
      </Card>
      <Pager {...pager} />
    </>
  );
}

/** A row that leaves the list must not take the focus with it: the one that follows gets it. */
function useFocusThatStays(tasks: Task[]) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | null>(null);
  const ids = tasks.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have changed with their ids.
  useLayoutEffect(() => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(".task-link") ?? [])];
    if (place.current === null || document.activeElement !== document.body) return;
    (links[Math.min(place.current, links.length - 1)] ?? document.getElementById("content"))?.focus();
  }, [ids]);
  const remember = (element: Element) => {
    const row = element.closest(".task-row");
    place.current = row ? [...(list.current?.children ?? [])].indexOf(row) : null;
  };
  return { list, remember };
}

function Rows({ tasks, project }: { tasks: Task[]; project: string }) {
  const { href } = useTexts("tasks");
  const { mutate } = useChangeTask();
  const hasProject = useNamesProjects(project);
  const { list, remember } = useFocusThatStays(tasks);
  return (
    <ul className="task-list" ref={list} onKeyDown={moveInRows} onFocus={({ target }) => remember(target)}>
      {tasks.map((task) => (
        <li key={task.id} className="task-row" data-state={task.state}>
          <StateMenu task={task} onMove={(state) => mutate({ task, edit: { state } })} />
          <Link to={href("task", { task: task.id })} className="task-link">
            {task.title}
          </Link>
          <TaskFacts task={task} hasProject={hasProject} />
        </li>
      ))}
    </ul>
  );
}
