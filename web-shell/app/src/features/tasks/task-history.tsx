import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Rows } from "../../ui/list";
import { Panel } from "../../ui/page";
import { Fine, Small } from "../../ui/texts";
import { dayOf, dueText } from "./due";
import { STATES, type TaskChange } from "./tasks";

const PER = 20;

/** What was changed of a task and by whom, newest first. */
export function TaskHistory({ id }: { id: string }) {
  const { t } = useTexts("tasks");
  const list = useList(
    "/api/tasks/{id}/changes",
    { path: { id } },
    { per: PER, isPart: true, throwOnError: false },
  );
  return (
    <Panel title={t("tasks.history.title")}>
      <Rows list={list} none="" className="task-history" label={t("tasks.history.title")} size="sm">
        {(change) => <Change key={change.id} change={change} />}
      </Rows>
    </Panel>
  );
}

function Change({ change }: { change: TaskChange }) {
  const { t, dateTime } = useTexts("tasks");
  const { kind, actor, name, fields, created_at } = change;
  const texts = useFieldTexts();
  const what = kind === "edited" ? texts(fields) : [t(`tasks.history.${kind}`), ...texts(fields)];
  return (
    <li>
      {what.map((text) => (
        <Small key={text}>{text}</Small>
      ))}
      <Fine>{`${t(`tasks.history.by.${actor}`, { name })} · ${dateTime(created_at)}`}</Fine>
    </li>
  );
}

/** Changed parts as texts, such as "State: Open → Done". */
function useFieldTexts() {
  const { t, language } = useTexts("tasks");
  const today = dayOf(new Date());
  const shown = (field: TaskChange["fields"][number]["field"], value: string | null) => {
    if (value === null) return t("tasks.history.none");
    const state = STATES.find((known) => known === value);
    if (field === "state" && state) return t(`tasks.state.${state}`);
    return field === "due" ? dueText(value, today, language) : value;
  };
  return (fields: TaskChange["fields"]) =>
    fields.map(({ field, old, new: next }) =>
      field === "note"
        ? t("tasks.history.note")
        : t("tasks.history.field", {
            field: t(`tasks.form.${field}`),
            old: shown(field, old),
            next: shown(field, next),
          }),
    );
}
