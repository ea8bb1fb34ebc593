import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { labelsOf, useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { LongText } from "../../ui/long-text";
import { ALL, addTask, editTask, NOTE_CHARS, type Task, TITLE_CHARS } from "./tasks";

const OWNERS = ["none", "you"] as const;
type Owner = (typeof OWNERS)[number];

type Fields = { title: string; note: string; due: string; owner: Owner; project_id: string };

type NewProps = {
  /** The project that is chosen at first; null for the selected one. */
  project: number | null;
  onClose: () => void;
};

/** Adds a task. */
export function NewTask({ project, onClose }: NewProps) {
  const { t } = useTexts("tasks");
  const known = useProjects();
  const user = useUser();
  const projects = known?.projects ?? [];
  const form = useActionForm<Fields>({
    title: "",
    note: "",
    due: "",
    owner: "none",
    project_id: String(project ?? known?.selected_project ?? ""),
  });
  const { title, note, due, owner, project_id } = form.values;
  const add = () =>
    addTask({
      title,
      note,
      due: due || null,
      owner_id: owner === "you" ? user.id : null,
      project_id: Number(project_id) || null,
    });
  const labels = labelsOf(projects);
  return (
    <ActionDialog
      title={t("tasks.form.addTitle")}
      onClose={onClose}
      {...form.does(add, t("tasks.form.added"), ALL)}
      go={t("tasks.form.add")}
    >
      <Texts form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" {...form.field("due", t("tasks.form.due"))} />
        <Choice
          label={t("tasks.form.owner")}
          values={OWNERS}
          text={(value) => t(`tasks.owners.${value}`)}
          value={owner}
          error={form.errors.owner_id}
          onChange={(value) => form.set({ owner: value === "you" ? "you" : "none" })}
        />
      </SimpleGrid>
      {projects.length > 1 && (
        <Select
          label={t("tasks.form.project")}
          allowDeselect={false}
          data={projects.map(({ id }) => ({ value: String(id), label: labels.get(id) ?? "" }))}
          {...form.field("project_id")}
          onChange={(value) => form.set({ project_id: value ?? "" })}
        />
      )}
    </ActionDialog>
  );
}

/** Changes the texts of a task. */
export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTexts("tasks");
  const form = useActionForm({ title: task.title, note: task.note });
  const save = () => editTask(task.id, form.values);
  return (
    <ActionDialog
      title={t("tasks.form.editTitle")}
      onClose={onClose}
      {...form.does(save, t("tasks.form.saved"), ALL)}
      go={t("tasks.form.save")}
    >
      <Texts form={form} />
    </ActionDialog>
  );
}

type TextsProps = {
  form: {
    field: (name: "note", label: string) => object;
    needs: (name: "title", label: string) => object;
  };
};

function Texts({ form }: TextsProps) {
  const { t } = useTexts("tasks");
  return (
    <>
      <TextInput
        data-autofocus
        autoComplete="off"
        maxLength={TITLE_CHARS}
        {...form.needs("title", t("tasks.form.title"))}
      />
      <LongText
        minRows={4}
        maxRows={14}
        maxLength={NOTE_CHARS}
        description={t("tasks.form.noteHint")}
        {...form.field("note", t("tasks.form.note"))}
      />
    </>
  );
}
