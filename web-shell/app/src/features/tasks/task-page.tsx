import { Anchor, Card, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { Markdown } from "@sitewright/ui/markdown";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type Answer, useApi } from "../../api/client";
import { labelsOf, useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DialogButton } from "../../ui/dialog";
import { BackLink, DetailPage, EmptyState, Loading } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Line, Subtitle, TextButton, TextLink } from "../../ui/texts";
import { EditTask } from "./task-form";
import { TaskHistory } from "./task-history";
import { useOwnerName } from "./task-parts";
import { deleteTask, MARKS, STATES, type Task, type TaskEdit, useChangeTask } from "./tasks";
import "./tasks.css";

/** One task: what it is about, who does it until when, and what has happened to it. */
export default function TaskPage() {
  const { task: id = "" } = useParams();
  const { t, href } = useTexts("tasks");
  const { data, error } = useApi("/api/tasks/{id}", { path: { id } }, { quiet: true, throwOnError: false });
  if (data) return <OneTask task={data} />;
  if (error) {
    return (
      <EmptyState icon="task" level={1} title={t("tasks.page.goneTitle")} text={t("tasks.page.goneText")}>
        <TextButton label={t("tasks.page.back")} to={href("tasks")} />
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <BackLink to={href("tasks")}>{t("tasks.list.title")}</BackLink>
      <Loading h={320} radius="lg" />
    </Stack>
  );
}

function OneTask({ task }: { task: Task }) {
  const { t, href, ago } = useTexts("tasks");
  const navigate = useNavigate();
  const projects = useProjects()?.projects ?? [];
  const remove = async () => {
    await deleteTask(task.id);
    navigate(href("tasks"), { replace: true });
  };
  return (
    <DetailPage
      name={task.title}
      list={t("tasks.list.title")}
      back={href("tasks")}
      below={
        <Group gap="xs" mt={6}>
          <StateBadge mark={MARKS[task.state]}>{t(`tasks.state.${task.state}`)}</StateBadge>
          <Line
            of={[
              labelsOf(projects).get(task.project_id),
              t("tasks.page.added", { when: ago(task.created_at) }),
            ]}
          />
        </Group>
      }
      marks={
        <Group gap="xs">
          <DialogButton label={t("tasks.page.edit")} icon="edit">
            {(close) => <EditTask task={task} onClose={close} />}
          </DialogButton>
          <ConfirmButton
            label={t("tasks.page.delete")}
            icon="trash"
            title={t("tasks.delete.title")}
            text={t("tasks.delete.text", { title: task.title })}
            go={t("tasks.delete.go")}
            done={t("tasks.delete.done")}
            changed={null}
            act={remove}
          />
        </Group>
      }
    >
      <Properties task={task} />
      {task.finding && <Finding task={task} finding={task.finding} />}
      <section aria-label={t("tasks.form.note")}>
        {task.note ? <Markdown text={task.note} /> : <Dim>{t("tasks.page.noNote")}</Dim>}
      </section>
      <TaskHistory id={task.id} />
    </DetailPage>
  );
}

/** State, owner and due date, which are saved when they are changed. */
function Properties({ task }: { task: Task }) {
  const { t } = useTexts("tasks");
  const { id } = useUser();
  const { mutate } = useChangeTask();
  const save = (edit: TaskEdit) => mutate({ task, edit });
  const nameOf = useOwnerName();
  const other = task.owner && task.owner.id !== id ? [task.owner.id] : [];
  const owners = ["", id, ...other];
  const ownerText = (owner: string) => {
    if (owner === "") return t("tasks.owners.none");
    return owner === id ? t("tasks.owners.you") : (nameOf(task) ?? "");
  };
  return (
    <Card withBorder padding="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Choice
          label={t("tasks.form.state")}
          values={STATES}
          text={(state) => t(`tasks.state.${state}`)}
          value={task.state}
          onChange={(state) => state && save({ state: state as Task["state"] })}
        />
        <Choice
          label={t("tasks.form.owner")}
          values={owners}
          text={ownerText}
          value={task.owner?.id ?? ""}
          onChange={(owner) => save({ owner_id: owner || null })}
        />
        <DueDate key={task.due} due={task.due} onSave={(due) => save({ due })} />
      </SimpleGrid>
    </Card>
  );
}

type DueDateProps = { due: string | null; onSave: (due: string | null) => void };

/** While a date is typed, it passes through dates that are not meant: it is saved when the input is left. */
function DueDate({ due, onSave }: DueDateProps) {
  const { t } = useTexts("tasks");
  const [text, setText] = useState(due ?? "");
  const save = () => {
    if (text !== (due ?? "")) onSave(text || null);
  };
  return (
    <TextInput
      type="date"
      label={t("tasks.form.due")}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === "Enter" && save()}
    />
  );
}

/** The way to the check: why it matters, and how to fix it. There is none if the audit was deleted. */
function RuleLink({ finding: { audit_id: audit, rule } }: Pick<FindingProps, "finding">) {
  const { t, href } = useTexts("tasks");
  const { data } = useApi(
    "/api/audits/{id}/rules/{rule}",
    { path: { id: audit, rule } },
    { quiet: true, throwOnError: false },
  );
  if (!data) return null;
  return (
    <TextLink to={href("auditRule", { audit, rule })} size="sm">
      {t("tasks.finding.rule", { rule: data.title })}
    </TextLink>
  );
}

type FindingProps = { task: Task; finding: NonNullable<Answer<"/api/tasks/{id}">["finding"]> };

/** The finding of an audit, and whether it is gone. */
function Finding({ task, finding }: FindingProps) {
  const { t, dateTime } = useTexts("tasks");
  const { page_url } = finding;
  return (
    <Card withBorder padding="md" component="section" aria-label={t("tasks.finding.title")}>
      <Stack gap={4}>
        <Subtitle>{t("tasks.finding.title")}</Subtitle>
        {page_url ? (
          <Anchor
            href={page_url}
            target="_blank"
            rel="noopener"
            size="sm"
            style={{ overflowWrap: "anywhere" }}
          >
            {page_url}
          </Anchor>
        ) : (
          <Text size="sm">{t("tasks.finding.site")}</Text>
        )}
        <RuleLink finding={finding} />
        <Group gap={6} wrap="nowrap" mt={4}>
          <Icon name={task.verified_at ? "check" : "info"} size={16} />
          <Text size="sm">
            {task.verified_at
              ? t("tasks.finding.verifiedAt", { when: dateTime(task.verified_at) })
              : t(task.state === "done" ? "tasks.finding.waits" : "tasks.finding.closes")}
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
