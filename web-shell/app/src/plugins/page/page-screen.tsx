import { Stack } from "@mantine/core";
import { HistoryList, type Tool, useResult, Workbench } from "@sitewright/sdk";
import { ToolProvider } from "@sitewright/sdk/shell";
import { type ReactNode, useState } from "react";
import { TOOLS } from "../../api/catalogue-cache";
import { queryClient } from "../../api/client";
import type { End } from "./bridge";
import { PageBar } from "./page-bar";
import { PageEnded } from "./page-ended";
import { PageFrame } from "./page-frame";
import { QuestionDialog } from "./question-dialog";
import { usePage } from "./use-page";
import "./page.css";

type Props = {
  tool: Tool;
  /** The standard form of the tool; null if this server has none. */
  form: ReactNode;
};

/** The screen of a tool with a page of its publisher, which runs isolated, and the shell's controls around it. */
export default function PageScreen({ tool, form }: Props) {
  const [asForm, setAsForm] = useState(false);
  const onSwitch = form ? () => setAsForm(!asForm) : null;
  return (
    <Stack gap="md">
      <PageBar publisher={tool.publisher_name} asForm={asForm} onSwitch={onSwitch} />
      {asForm ? (
        form
      ) : (
        <ToolProvider tool={tool}>
          {/* Another version has another page. */}
          <Page key={tool.ui.entry} tool={tool} onForm={onSwitch} />
        </ToolProvider>
      )}
    </Stack>
  );
}

function Page({ tool, onForm }: { tool: Tool; onForm: (() => void) | null }) {
  const { run, open, question, start, messages, answer } = usePage(tool);
  const result = useResult(tool, run);
  const [ended, setEnded] = useState<End | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = async () => {
    // After an update the page has a new address.
    await queryClient.refetchQueries(TOOLS);
    setEnded(null);
    setAttempt((before) => before + 1);
  };
  return (
    <>
      {ended ? (
        <PageEnded why={ended} publisher={tool.publisher_name} onRetry={retry} onForm={onForm} />
      ) : (
        <PageFrame
          key={attempt}
          tool={tool}
          start={start}
          messages={messages}
          answer={answer}
          onEnd={setEnded}
        />
      )}
      {run.phase === "succeeded" && <Workbench run={run} result={result} />}
      <HistoryList tool={tool} current={run.run?.id} onOpen={({ id, input }) => open(id, input)} />
      {question && <QuestionDialog tool={tool} question={question} />}
    </>
  );
}
