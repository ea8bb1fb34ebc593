import { Menu, UnstyledButton } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { labelsOf, useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { ProjectMark } from "../../ui/project-mark";
import { dayOf, dueText, nearnessOf } from "./due";
import { STATES, type Task, type TaskState } from "./tasks";

/** The state as a sign: an empty, a half and a full circle. */
export const StateSign = ({ state }: { state: TaskState }) => (
  <span className="task-sign" data-state={state} aria-hidden="true">
    {state === "done" && <Icon name="check" size={11} />}
  </span>
);

type StateMenuProps = { task: Task; onMove: (state: TaskState) => void };

/** The state of a task as a button that opens a menu of the others. */
export function StateMenu({ task: { title, state }, onMove }: StateMenuProps) {
  const { t } = useTexts("tasks");
  const label = t("tasks.state.change", { title, state: t(`tasks.state.${state}`) });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className="task-state" aria-label={label}>
          <StateSign state={state} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {STATES.filter((other) => other !== state).map((other) => (
          <Menu.Item key={other} leftSection={<StateSign state={other} />} onClick={() => onMove(other)}>
            {t(`tasks.state.move.${other}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** When a task is due, marked if it is late; nothing if there is no day. */
export function Due({ task: { due, state } }: { task: Task }) {
  const { t, language } = useTexts("tasks");
  if (!due) return null;
  const today = dayOf(new Date());
  const nearness = state === "done" ? "later" : nearnessOf(due, today);
  const text = dueText(due, today, language);
  return (
    <span className="task-due" data-near={nearness}>
      <Icon name="clock" size={14} />
      {nearness === "overdue" ? t("tasks.due.overdue", { when: text }) : t("tasks.due.at", { when: text })}
    </span>
  );
}

/** Who does a task, as the reader says it. */
export function useOwnerName() {
  const { t } = useTexts("tasks");
  const user = useUser();
  return ({ owner }: Pick<Task, "owner">) => {
    if (!owner) return null;
    return owner.id === user.id ? t("tasks.owners.you") : owner.name;
  };
}

/** Due date, owner, project and finding of a task, on one line that may break. */
export function TaskFacts({ task, hasProject }: { task: Task; hasProject: boolean }) {
  const { t } = useTexts("tasks");
  const owner = useOwnerName()(task);
  const { finding } = task;
  return (
    <div className="task-facts">
      <Due task={task} />
      {owner && (
        <span className="task-fact">
          <Icon name="user" size={14} />
          {owner}
        </span>
      )}
      {finding && (
        <span className="task-fact task-finding">
          <Icon name={task.verified_at ? "check" : "review"} size={14} />
          <span className="task-cut">
            {task.verified_at ? t("tasks.finding.verified") : (finding.page_url ?? t("tasks.finding.site"))}
          </span>
        </span>
      )}
      {hasProject && <Project of={task} />}
    </div>
  );
}

function Project({ of: { project_id } }: { of: Task }) {
  const projects = useProjects()?.projects ?? [];
  const project = projects.find(({ id }) => id === project_id);
  if (!project) return null;
  return (
    <span className="task-fact">
      <ProjectMark {...project} size={16} />
      <span className="task-cut">{labelsOf(projects).get(project_id)}</span>
    </span>
  );
}

/** Whether tasks name their projects: those of several ones may be shown. */
export function useNamesProjects(only: string): boolean {
  return (useProjects()?.projects.length ?? 0) > 1 && !only;
}
