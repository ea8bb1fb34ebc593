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

/** Brings the result into view when a run begins: it may stand below the form, or above what is on the screen. */
function reveal(element: HTMLElement | null) {
  const top = element?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > window.innerHeight / 2)
    element?.scrollIntoView({ block: "start", behavior: "smooth" });
}

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

  useEffect(() => {
    if (run.phase === "starting") reveal(output.current);
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
          tool={tool}
          current={run.run?.id}
          onOpen={(earlier) => open(earlier.id, earlier.input)}
        />
      </div>
    </div>
  );
}
