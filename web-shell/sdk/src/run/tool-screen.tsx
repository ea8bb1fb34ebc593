import {
  Alert,
  Box,
  Button,
  Group,
  Icon,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from "@sitewright/ui";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { errorsByField } from "../form/fields";
import { ToolForm } from "../form/tool-form";
import { useToolForm } from "../form/use-tool-form";
import { useFormats } from "../formats";
import type { Run, Tool } from "../shapes";
import { type Order, useOrder, useShell, useShown, useTool } from "../shell-context";
import { useSdkTexts } from "../texts";
import { beforeReplacing } from "../unsaved";
import { ArrivalProvider, useArrival } from "./arrival";
import { FormPanel, useFolded } from "./form-panel";
import { gistOf, HistoryList } from "./history-list";
import { ProblemAlert } from "./problem-alert";
import { RunBar, RunHeadline, RunParts } from "./run-progress";
import { stateOf } from "./state";
import { type RunControl, useRun } from "./use-run";
import "./tool-screen.css";

type Draw = (run: RunControl) => ReactNode;

type Props = {
  /** Whether `children` also draw a run that is still writing, into the places of its texts. */
  streams?: boolean;
  children: Draw;
};

/**
 * The screen of a tool: its form, the current run, earlier runs; `children` draw the result of a run.
 * On a page that orders runs of several tools, or shows a saved text, it shows the result only.
 */
export function ToolScreen({ children, streams = false }: Props) {
  const order = useOrder();
  const shown = useShown();
  if (shown) return children(shownRun(shown.run));
  return order ? (
    <Ordered order={order} streams={streams}>
      {children}
    </Ordered>
  ) : (
    <WholeScreen streams={streams}>{children}</WholeScreen>
  );
}

function WholeScreen({ children, streams }: Required<Props>) {
  const tool = useTool();
  const form = useToolForm(tool);
  const run = useRun(tool.id);
  const output = useRef<HTMLDivElement>(null);
  const arrival = useArrival(output);
  const { setErrors, check } = form;
  const refused = run.problem?.errors;
  const current = run.phase === "starting" ? "starting" : run.run?.id;
  const { folded, setFolded } = useFolded(output, {
    result: current,
    requested: run.phase === "starting" ? "starting" : undefined,
    hasErrors: Boolean(refused),
    onRequest: arrival.expect,
  });
  const t = useSdkTexts();

  useEffect(() => {
    if (refused) setErrors(errorsByField(refused));
  }, [refused, setErrors]);

  // A guest who keeps a draft gets it into the archive of the account.
  const keeps = useRef(form.isKept);
  const { start } = run;
  useEffect(() => {
    const input = keeps.current ? check() : null;
    keeps.current = false;
    if (input) start(input);
  }, [check, start]);

  const open = (id: string, input: Record<string, unknown>) =>
    beforeReplacing(() => {
      form.replace(input);
      arrival.expect();
      run.show(id);
    });

  return (
    <div className="sw-tool" data-folded={folded || undefined}>
      <FormPanel
        folded={folded}
        gist={gistOf(tool, form.values) || t("sdk.form.title")}
        onFold={run.phase === "idle" ? undefined : setFolded}
        onInput={arrival.forget}
      >
        <ModelNotice needs={tool.needs_model} />
        <ToolForm
          form={form}
          busy={run.busy}
          example={tool.example}
          words={tool.words}
          onSubmit={(input) => beforeReplacing(() => run.start(input))}
          onCancel={run.cancel}
        />
      </FormPanel>
      <section ref={output} className="sw-tool-output" aria-label={t("sdk.bench.title")} tabIndex={-1}>
        <ArrivalProvider value={arrival.arrived}>
          <Outcome run={run} streams={streams} canStop={folded}>
            {children}
          </Outcome>
        </ArrivalProvider>
        {run.phase === "idle" && <EmptyResult />}
      </section>
      <div className="sw-tool-history">
        <HistoryList
          tool={tool}
          current={run.run?.id}
          onOpen={(earlier) => open(earlier.id, earlier.input)}
        />
      </div>
    </div>
  );
}

const nothing = async () => {};

/** A finished run as it is, which is not started again. */
const shownRun = (run: Run): RunControl => ({
  ...stateOf(run),
  busy: false,
  start: nothing,
  cancel: nothing,
  show: nothing,
  clear: () => {},
});

/** The result of a run that the surrounding page ordered. */
function Ordered({ order, children, streams }: { order: Order } & Required<Props>) {
  const run = useRun(useTool().id, { resume: false });
  const { start, cancel, busy } = run;
  const { key, stopped, onBusy } = order;
  const input = useRef(order.input);
  input.current = order.input;

  useEffect(() => {
    start(input.current, key);
  }, [start, key]);
  useEffect(() => {
    if (stopped && busy) cancel();
  }, [stopped, busy, cancel]);
  useEffect(() => {
    onBusy(busy);
    return () => onBusy(false);
  }, [busy, onBusy]);

  return (
    <div className="sw-tool-output">
      <Outcome run={run} streams={streams}>
        {children}
      </Outcome>
    </div>
  );
}

type OutcomeProps = Required<Props> & { run: RunControl; canStop?: boolean };

/** The state of a run. */
function Outcome({ run, streams, canStop = false, children }: OutcomeProps) {
  const t = useSdkTexts();
  const isDrawn = run.phase === "succeeded" || (streams && run.busy && run.run !== null);
  return (
    <>
      {run.problem && <ProblemAlert problem={run.problem} />}
      {run.phase === "cancelled" && <Stopped run={run} />}
      <Group justify="space-between" className="sw-tool-status" data-busy={run.busy || undefined}>
        <LiveRegion run={run} />
        {run.busy && canStop && (
          <Button variant="default" leftSection={<Icon name="stop" />} onClick={run.cancel}>
            {t("sdk.run.cancel")}
          </Button>
        )}
      </Group>
      {run.busy && isDrawn ? <RunBar run={run} /> : null}
      {(run.phase === "cancelled" || (run.busy && !isDrawn)) && <RunParts run={run} />}
      {isDrawn && <Suspense fallback={<Skeleton h={240} radius="lg" />}>{children(run)}</Suspense>}
    </>
  );
}

/** What a stopped run has cost; its text follows. */
function Stopped({ run: { run, live } }: { run: RunControl }) {
  const t = useSdkTexts();
  const formats = useFormats();
  const words = run?.words ?? 0;
  return (
    <Alert color="gray" icon={<Icon name="stop" />} title={t("sdk.run.cancelled")}>
      <Text size="sm">
        {words > 0
          ? t("sdk.run.cancelledWords", { count: words, words: formats.number(words) })
          : t("sdk.run.cancelledFree")}
      </Text>
      {live.length > 0 && (
        <Text size="sm" mt={4}>
          {t("sdk.run.cancelledText")}
        </Text>
      )}
    </Alert>
  );
}

/**
 * Announces the state of the run. It is mounted before the run and stays: screen readers announce only changes
 * of a region that they know.
 */
function LiveRegion({ run }: { run: RunControl }) {
  const t = useSdkTexts();
  return (
    <div role="status">
      {run.busy && <RunHeadline run={run} />}
      {run.phase === "succeeded" && <VisuallyHidden>{t("sdk.run.done")}</VisuallyHidden>}
    </div>
  );
}

/** Shown in place of the result before the first run. */
function EmptyResult() {
  const t = useSdkTexts();
  const { trial } = useShell();
  return (
    <Stack align="center" justify="center" gap="xs" className="sw-tool-empty">
      <Box c="dimmed">
        <Icon name="document" size={36} />
      </Box>
      <Title order={2} size="h4" ta="center">
        {t("sdk.empty.title")}
      </Title>
      <Text c="dimmed" ta="center" maw={380}>
        {t(trial ? "sdk.empty.trial" : "sdk.empty.text")}
      </Text>
    </Stack>
  );
}

/** Says before the run what does not work without a language model, and how to connect one. */
function ModelNotice({ needs }: { needs: Tool["needs_model"] }) {
  const t = useSdkTexts();
  if (needs === "never") return null;
  return (
    <Alert
      color={needs === "always" ? "yellow" : "gray"}
      icon={<Icon name={needs === "always" ? "alert" : "info"} />}
      title={t(`sdk.needsModel.${needs}.title`)}
      mb="md"
    >
      <Text size="sm">{t(`sdk.needsModel.${needs}.text`)}</Text>
      <Text size="sm" mt={4}>
        {t("sdk.needsModel.how")}
      </Text>
    </Alert>
  );
}
