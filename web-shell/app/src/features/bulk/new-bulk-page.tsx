import { Alert, Anchor, Box, Card, FileButton, Select, Stack, Text } from "@mantine/core";
import { FieldInput, fieldsOf, type Values } from "@sitewright/sdk/fields";
import { Helped } from "@sitewright/sdk/help";
import type { Tool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useTool } from "../../api/catalogue";
import { useToolChoices } from "../../api/tool-choices";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, PageHead } from "../../ui/page";
import { Dim, Small, Subtitle, TextButton, TextLink } from "../../ui/texts";
import { Columns } from "./columns";
import { useCounts } from "./job-status";
import { type Column, type Job, templateHref, useTurn } from "./jobs";
import { Price, RowProblems } from "./price";
import { useTable } from "./use-table";
import "./bulk.css";

type FixedProps = {
  tool: Tool;
  columns: Column[];
  values: Values;
  errors: Record<string, string>;
  onChange: (values: Values) => void;
};

type Props = { file: File | null; busy: boolean; onFile: (file: File) => void };

/** From a tool and a file to a job that is ready to start. */
export default function NewBulkPage() {
  const { t, href } = useTexts("bulk");
  const [params, setParams] = useSearchParams();
  const id = params.get("tool") ?? "";
  const { data: tool } = useTool(id);
  const choices = useToolChoices(id);
  const table = useTable(tool?.id ?? "");
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <BackLink to={href("bulk")}>{t("bulk.list.title")}</BackLink>
      <PageHead title={t("bulk.new.title")} lead={t("bulk.new.lead")} />
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
              <Small>
                {t("bulk.new.template")}{" "}
                <Anchor href={templateHref(tool.id)} download size="sm" underline="always">
                  {t("bulk.new.download")}
                </Anchor>
              </Small>
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
          <Columns
            tool={tool}
            job={table.job}
            columns={table.columns}
            missing={table.missing}
            onChoose={table.match}
          />
          <FixedValues
            tool={tool}
            columns={table.columns}
            values={table.fixed}
            errors={table.errors}
            onChange={table.fix}
          />
        </>
      )}
      {table.job && (
        <Summary
          job={table.job}
          without={table.missing.map(({ name }) => name)}
          busy={table.busy}
          onStart={table.keep}
        />
      )}
    </Stack>
  );
}

type SummaryProps = {
  job: Job;
  /** The fields whose problems are reported once, at the columns. */
  without: string[];
  busy: boolean;
  onStart: () => void;
};

function Summary({ job, without, busy, onStart }: SummaryProps) {
  const { t, href } = useTexts("bulk");
  const counts = useCounts();
  const navigate = useNavigate();
  const turn = useTurn(job.id);
  const start = () => {
    onStart();
    turn.mutate("start", { onSuccess: () => navigate(href("bulkJob", { job: job.id })) });
  };
  return (
    <>
      <RowProblems job={job} without={without} />
      <Card withBorder component="section" aria-labelledby="bulk-price">
        <Subtitle id="bulk-price" mb="xs">
          {t("bulk.price.title")}
        </Subtitle>
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

/** A drop zone for a table; its button does the same for keyboard and touch. */
function DropZone({ file, busy, onFile }: Props) {
  const { t } = useTexts("bulk");
  const [over, setOver] = useState(false);
  return (
    <Box
      className="bulk-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.files[0];
        if (dropped) onFile(dropped);
      }}
    >
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(chosen) => chosen && onFile(chosen)}
        inputProps={{ "aria-label": t("bulk.new.choose"), tabIndex: -1 }}
      >
        {(props) => (
          <TextButton
            label={t(file ? "bulk.new.another" : "bulk.new.choose")}
            {...props}
            variant={file ? "default" : "filled"}
            loading={busy}
            icon="upload"
          />
        )}
      </FileButton>
      <Text fw={file ? 600 : undefined} c={file ? undefined : "dimmed"} maw="100%" truncate>
        {file ? file.name : t("bulk.new.drop")}
      </Text>
      <Dim>{t("bulk.new.limits")}</Dim>
    </Box>
  );
}

/** The fields without a column: one value for all rows. */
function FixedValues({ tool, columns, values, errors, onChange }: FixedProps) {
  const { t } = useTexts("bulk");
  const fields = fieldsOf(tool.input).filter(({ name }) => !columns.some(({ field }) => field === name));
  if (fields.length === 0) return null;
  return (
    <Helped topic="fixed" name={t("bulk.fixed.title")} isCard>
      <Card withBorder component="section" aria-labelledby="bulk-fixed">
        <Subtitle id="bulk-fixed">{t("bulk.fixed.title")}</Subtitle>
        <Dim mb="md">{t("bulk.fixed.lead")}</Dim>
        <div className="bulk-columns">
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              value={values[field.name] ?? field.schema.default}
              error={errors[`fixed.${field.name}`]}
              onChange={(value) => onChange({ ...values, [field.name]: value })}
            />
          ))}
        </div>
      </Card>
    </Helped>
  );
}
