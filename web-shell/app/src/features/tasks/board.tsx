import { Title, VisuallyHidden } from "@mantine/core";
import { type DragEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Loading } from "../../ui/page";
import { Fine, TextLink } from "../../ui/texts";
import { StateMenu, StateSign, TaskFacts, useNamesProjects } from "./task-parts";
import { STATES, type Task, type TaskList, type TaskState, useChangeTask } from "./tasks";
import type { Filter } from "./use-filter";

/** Cards of a column; the list has the others. */
const PER_COLUMN = 50;

type Props = { filter: Filter; none: ReactNode };
type Move = (task: Task, state: TaskState) => void;

/** The tasks in columns by state. A card is moved with the mouse, with the keyboard, or with its menu. */
export function Board({ filter, none }: Props) {
  const { t } = useTexts("tasks");
  const { mutate } = useChangeTask();
  const [dragged, setDragged] = useState<Task | null>(null);
  // The card in its new column has the focus that it had in the old one.
  const [moved, setMoved] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const lists = [useColumn(filter, "open"), useColumn(filter, "doing"), useColumn(filter, "done")];
  if (lists.some((list) => !list)) return <Loading h={360} radius="lg" />;
  if (lists.every((list) => list?.total === 0)) return none;
  const move: Move = (task, state) => {
    setDragged(null);
    if (task.state === state) return;
    setMoved(task.id);
    setNews(t("tasks.board.moved", { title: task.title, state: t(`tasks.state.${state}`) }));
    mutate({ task, edit: { state } });
  };
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <div className="task-board">
        {STATES.map((state, place) => (
          <Column
            key={state}
            state={state}
            list={lists[place] as TaskList}
            filter={filter}
            dragged={dragged}
            moved={moved}
            onDrag={setDragged}
            onMove={move}
          />
        ))}
      </div>
    </>
  );
}

const useColumn = (filter: Filter, state: TaskState) =>
  useApi("/api/tasks", {
    query: {
      ...filter.common,
      state,
      sort: state === "done" ? "updated" : "due",
      page: 1,
      per_page: PER_COLUMN,
    },
  }).data;

type ColumnProps = {
  state: TaskState;
  list: TaskList;
  filter: Filter;
  dragged: Task | null;
  moved: string | null;
  onDrag: (task: Task | null) => void;
  onMove: Move;
};

function Column({ state, list, filter, dragged, moved, onDrag, onMove }: ColumnProps) {
  const { t, number, href } = useTexts("tasks");
  const hasProject = useNamesProjects(filter.project);
  const [isOver, setOver] = useState(false);
  const isTarget = dragged !== null && dragged.state !== state;
  const allow = (event: DragEvent) => {
    if (!isTarget) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (dragged) onMove(dragged, state);
  };
  const rest = list.total - list.data.length;
  const name = t(`tasks.state.${state}`);
  return (
    <section
      className="task-column"
      aria-label={name}
      data-over={(isOver && isTarget) || undefined}
      onDragOver={allow}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget as Node | null) && setOver(false)
      }
      onDrop={drop}
    >
      <Title order={2} className="task-column-title">
        <StateSign state={state} />
        {name}
        <Fine span>{number(list.total)}</Fine>
      </Title>
      <ul className="task-cards">
        {list.data.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            hasProject={hasProject}
            isMoved={moved === task.id}
            isDragged={dragged?.id === task.id}
            onDrag={onDrag}
            onMove={onMove}
          />
        ))}
      </ul>
      {list.total === 0 && <Fine className="task-column-empty">{t("tasks.board.empty")}</Fine>}
      {rest > 0 && (
        <TextLink size="xs" to={`${href("tasks")}?state=${state}`}>
          {t("tasks.board.more", { count: rest, shown: number(rest) })}
        </TextLink>
      )}
    </section>
  );
}

/** Moves the focus to the card above or below, or to the same place of the next column that has cards. */
function step(link: HTMLElement, key: string) {
  const column = link.closest(".task-column");
  const links = (of: Element | null | undefined) => [
    ...(of?.querySelectorAll<HTMLElement>(".task-link") ?? []),
  ];
  const place = links(column).indexOf(link);
  if (key === "ArrowDown") return links(column)[place + 1]?.focus();
  if (key === "ArrowUp") return links(column)[place - 1]?.focus();
  const columns = [...document.querySelectorAll(".task-column")];
  const from = columns.indexOf(column as Element);
  const others = key === "ArrowRight" ? columns.slice(from + 1) : columns.slice(0, from).reverse();
  const next = links(others.find((other) => links(other).length > 0));
  next[Math.min(place, next.length - 1)]?.focus();
}

type CardProps = {
  task: Task;
  hasProject: boolean;
  isMoved: boolean;
  isDragged: boolean;
  onDrag: (task: Task | null) => void;
  onMove: Move;
};

function TaskCard({ task, hasProject, isMoved, isDragged, onDrag, onMove }: CardProps) {
  const { href } = useTexts("tasks");
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isMoved) link.current?.focus();
  }, [isMoved]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (!key.startsWith("Arrow") || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    if (!shiftKey) return step(event.currentTarget, key);
    const next = STATES[STATES.indexOf(task.state) + (key === "ArrowRight" ? 1 : -1)];
    if (next && (key === "ArrowRight" || key === "ArrowLeft")) onMove(task, next);
  };
  return (
    <li
      className="task-card"
      data-state={task.state}
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", task.title);
        onDrag(task);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <StateMenu task={task} onMove={(state) => onMove(task, state)} />
      <div className="task-card-main">
        <Link
          ref={link}
          to={href("task", { task: task.id })}
          className="task-link"
          draggable={false}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
          onKeyDown={press}
        >
          {task.title}
        </Link>
        <TaskFacts task={task} hasProject={hasProject} />
      </div>
    </li>
  );
}
