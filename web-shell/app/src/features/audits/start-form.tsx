import { List, Stack, TextInput } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, quietly, unwrap, useApi } from "../../api/client";
import type { Project } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { Notice } from "../../ui/page";
import { Dim, Small, TextButton } from "../../ui/texts";
import { AUDITS, settingsQuery } from "./audits";

const PLAN_LIMIT = 402;
const CONFLICT = 409;

const CHECKED = ["reach", "index", "texts", "links", "speed", "data"] as const;

type Props = { project: Project; onCancel?: () => void };

/** Starts an audit of a project's site. Refusals are shown in the form. */
export function StartForm({ project, onCancel }: Props) {
  const { t, href } = useTexts("audits");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useFields({ start: `https://${project.site.domain}/` });
  const [refusal, setRefusal] = useState<ApiProblem | null>(null);
  const start = async () => {
    setRefusal(null);
    const body = { project: project.id, start: form.values.start.trim() };
    const answer = unwrap(api.POST("/api/audits", { body, headers: quietly }));
    const audit = await answer.catch((problem: unknown) => {
      if (problem instanceof ApiProblem && isShown(problem)) return void setRefusal(problem);
      throw problem;
    });
    if (!audit) return;
    await queries.invalidateQueries(AUDITS);
    navigate(href("audit", { audit: audit.id }));
  };
  return (
    <Form {...form.submits(start)} go={t("audits.start.go")} {...(onCancel && { onCancel })}>
      {refusal && <Refusal problem={refusal} />}
      <TextInput
        type="url"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...form.needs("start", t("audits.start.address"))}
        description={t("audits.start.addressHint", { domain: project.site.domain })}
      />
      <Allowed project={project.id} />
    </Form>
  );
}

const isShown = ({ status, errors }: ApiProblem) =>
  status === PLAN_LIMIT || status === CONFLICT || (status === 422 && !errors.start);

/** Why the audit did not start, and the way on. */
function Refusal({ problem }: { problem: ApiProblem }) {
  const { t, href } = useTexts("audits");
  const [text = problem.message] = Object.values(problem.errors).flat();
  return (
    <Notice role="alert" color="red" variant="light" icon="alert">
      <Stack gap="xs" align="flex-start">
        <Small>{text}</Small>
        {problem.status === PLAN_LIMIT && (
          <TextButton label={t("audits.start.plans")} size="xs" to={href("checkout")} />
        )}
        {problem.status === CONFLICT && (
          <TextButton label={t("audits.start.running")} size="xs" to={href("auditList")} />
        )}
      </Stack>
    </Notice>
  );
}

/** How many pages the audit may check, by the settings and by the plan. */
function Allowed({ project }: { project: number }) {
  const { t, number } = useTexts("audits");
  const settings = useQuery(settingsQuery(project)).data;
  const meter = useApi("/api/pages", { query: { page: 1, per_page: 1 } }, { throwOnError: false }).data;
  if (!settings?.pages || !meter) return <Dim mih="2.9em">{"\u00a0"}</Dim>;
  return (
    <Dim mih="2.9em">
      {t("audits.start.most", { count: settings.pages, pages: number(settings.pages) })}{" "}
      {t("audits.start.left", {
        count: meter.left,
        left: number(meter.left),
        allowance: number(meter.allowance),
      })}
    </Dim>
  );
}

/** What an audit checks, in a few words. */
export function CheckedList() {
  const { t } = useTexts("audits");
  return (
    <List spacing="xs" size="sm">
      {CHECKED.map((name) => (
        <List.Item key={name}>{t(`audits.checked.${name}`)}</List.Item>
      ))}
    </List>
  );
}
