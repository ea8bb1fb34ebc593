import {
  errorsByField,
  HistoryList,
  ProblemAlert,
  RunProgress,
  ToolForm,
  useRun,
  useTool,
  useToolForm,
} from "@sitewright/sdk";
import { Alert, Card, Icon } from "@sitewright/ui";
import { useEffect, useRef } from "react";
import { EmptyResult } from "./empty-result";
import { Result } from "./result";
import { useFormTexts } from "./texts";
import "./form.css";

/** Draws any tool from its schemas: form, live text, result, history. */
export default function Tool() {
  const tool = useTool();
  const t = useFormTexts();
  const form = useToolForm(tool);
  const run = useRun(tool.id);
  const output = useRef<HTMLDivElement>(null);
  const { setErrors } = form;
  const refused = run.problem?.errors;

  useEffect(() => {
    if (refused) setErrors(errorsByField(refused));
  }, [refused, setErrors]);

  // On a narrow screen the result starts below the form: bring it into view when a run begins.
  useEffect(() => {
    if (run.phase === "starting") output.current?.scrollIntoView({ block: "nearest" });
  }, [run.phase]);

  const open = (id: string, input: Record<string, unknown>) => {
    form.replace(input);
    run.show(id);
  };

  return (
    <div className="form-tool">
      <Card withBorder padding="lg" className="form-tool-input">
        <ToolForm
          form={form}
          busy={run.busy}
          example={tool.example}
          onSubmit={run.start}
          onCancel={run.cancel}
        />
      </Card>
      <div ref={output} className="form-tool-output">
        {run.problem && <ProblemAlert problem={run.problem} />}
        {run.phase === "cancelled" && (
          <Alert color="gray" icon={<Icon name="stop" />}>
            {t("form.run.cancelled")}
          </Alert>
        )}
        {run.busy && <RunProgress run={run} />}
        {run.phase === "idle" && <EmptyResult />}
        {run.phase === "succeeded" && (
          <Result tool={tool} run={run} onAgain={() => run.run && run.start(run.run.input)} />
        )}
      </div>
      <div className="form-tool-history">
        <HistoryList
          tool={tool.id}
          current={run.run?.id}
          onOpen={(earlier) => open(earlier.id, earlier.input)}
        />
      </div>
    </div>
  );
}
