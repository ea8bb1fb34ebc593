import { Alert, Anchor, Box, Card, Select, Stack, Text, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useTool } from "../../api/catalogue";
import { useToolChoices } from "../../api/tool-choices";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { PageTitle } from "../../ui/page-title";
import { Dim, TextButton, TextLink } from "../../ui/texts";
import { DropZone } from "./drop-zone";
import { useCounts } from "./job-status";
import { type Job, templateHref, useTurn } from "./jobs";
import { Columns, FixedValues } from "./matching";
import { Price, RowProblems } from "./price";
import { useTable } from "./use-table";
import "./bulk.css";

/** From a tool and a file to a job that is ready to start. */
export default function NewBulkPage() {
  const { t } = useTranslation("bulk");
  const href = useHref();
  const [params, setParams] = useSearchParams();
  const id = params.get("tool") ?? "";
  const { data: tool } = useTool(id);
  const choices = useToolChoices(id);
  const table = useTable(tool?.id ?? "");
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{t("bulk.new.title")}</PageTitle>
      <BackLink to={href("bulk")}>{t("bulk.list.title")}</BackLink>
      <Box>
        <Title order={1}>{t("bulk.new.title")}</Title>
        <Text c="dimmed" mt={4}>
          {t("bulk.new.lead")}
        </Text>
      </Box>
      <Card withBorder>
        <Stack>
          <Select
            {...choices}
            label={t("bulk.new.tool")}
            placeholder={t("bulk.new.pickTool")}
            searchable
            allowDeselect={false}
            onChange={(next) => {
              table.clear();
              setParams(next ? { tool: next } : {}, { replace: true, preventScrollReset: true });
            }}
          />
          {tool && (
            <>
              <Text size="sm">
                {t("bulk.new.template")}{" "}
                <Anchor href={templateHref(tool.id)} download size="sm" underline="always">
                  {t("bulk.new.download")}
                </Anchor>
              </Text>
              <DropZone file={table.file} busy={table.busy} onFile={table.choose} />
              {table.problem && (
                <Alert color="red" role="alert" icon={<Icon name="alert" />} title={t("bulk.new.refused")}>
                  {table.problem}
                  {table.limited && (
                    <TextLink to={href("checkout")} display="block" mt="xs">
                      {t("bulk.new.plans")}
                    </TextLink>
                  )}
                </Alert>
              )}
            </>
          )}
        </Stack>
      </Card>
      {tool && table.columns.length > 0 && (
        <>
          <Columns tool={tool} columns={table.columns} onChoose={table.match} />
          <FixedValues
            tool={tool}
            columns={table.columns}
            values={table.fixed}
            errors={table.errors}
            onChange={table.fix}
          />
        </>
      )}
      {table.job && <Summary job={table.job} busy={table.busy} onStart={table.keep} />}
    </Stack>
  );
}

function Summary({ job, busy, onStart }: { job: Job; busy: boolean; onStart: () => void }) {
  const { t } = useTranslation("bulk");
  const counts = useCounts();
  const navigate = useNavigate();
  const href = useHref();
  const turn = useTurn(job.id);
  const start = () => {
    onStart();
    turn.mutate("start", { onSuccess: () => navigate(href("bulkJob", { job: job.id })) });
  };
  return (
    <>
      <RowProblems job={job} />
      <Card withBorder component="section" aria-labelledby="bulk-price">
        <Title order={2} size="h4" id="bulk-price" mb="xs">
          {t("bulk.price.title")}
        </Title>
        <Dim mb="xs" role="status">
          {counts(job)}
        </Dim>
        <Price job={job} />
        <TextButton
          label={t("bulk.action.start", { count: job.rows.waiting })}
          isMain
          mt="md"
          style={{ alignSelf: "flex-start" }}
          icon="play"
          disabled={job.rows.waiting === 0 || busy}
          loading={turn.isPending}
          onClick={start}
        />
      </Card>
    </>
  );
}
