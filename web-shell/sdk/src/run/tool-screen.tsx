import { Alert, Box, Card, Icon, Skeleton, Stack, Text, Title, VisuallyHidden } from "@sitewright/ui";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef } from "react";
import { errorsByField } from "../form/fields";
import { ToolForm } from "../form/tool-form";
import { useToolForm } from "../form/use-tool-form";
import { useFormats } from "../formats";
import type { Tool } from "../shapes";
import { type Order, useOrder, useShell, useTool } from "../shell-context";
import { useSdkTexts } from "../texts";
import { ArrivalProvider, reveal, useArrival } from "./arrival";
import { HistoryList } from "./history-list";
import { ProblemAlert } from "./problem-alert";
import { RunHeadline, RunParts } from "./run-progress";
import { type RunControl, useRun } from "./use-run";
import "./tool-screen.css";

const NEXT = ["ArrowRight", "ArrowDown"];

const PREVIOUS = ["ArrowLeft", "ArrowUp"];

/** The focusable elements of a result: its heading and its variants. */
const PLACES = "[data-result]";

type Draw = (run: RunControl) => ReactNode;

/**
 * The screen of a tool: its form, the current run, earlier runs; `children` draw the result of a run.
 * On a page that orders runs of several tools it shows the result only.
 */
export function ToolScreen({ children }: { children: Draw }) {
  const order = useOrder();
  return order ? <Ordered order={order}>{children}</Ordered> : <WholeScreen>{children}</WholeScreen>;
}

function WholeScreen({ children }: { children: Draw }) {
  const tool = useTool();
  const form = useToolForm(tool);
  const run = useRun(tool.id);
  const output = useRef<HTMLDivElement>(null);
  const arrival = useArrival(output);
  const { setErrors } = form;
  const refused = run.problem?.errors;

  useEffect(() => {
    if (refused) setErrors(errorsByField(refused));
  }, [refused, setErrors]);

  useEffect(() => {
    if (run.phase !== "starting") return;
    arrival.expect();
    reveal(output.current);
  }, [run.phase, arrival]);

  const open = (id: string, input: Record<string, unknown>) => {
    form.replace(input);
    arrival.expect();
    run.show(id);
  };

  return (
    <div className="sw-tool">
      <Card withBorder padding="lg" className="sw-tool-input" onInput={arrival.forget}>
        <ModelNotice needs={tool.needs_model} />
        <ToolForm
          form={form}
          busy={run.busy}
          example={tool.example}
          onSubmit={(input) => run.start(input)}
          onCancel={run.cancel}
        />
      </Card>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the focusable headings inside. */}
      <div ref={output} className="sw-tool-output" onKeyDown={resultKeys}>
        <ArrivalProvider value={arrival.arrived}>
          <Outcome run={run}>{children}</Outcome>
        </ArrivalProvider>
        {run.phase === "idle" && <EmptyResult />}
      </div>
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

/** The result of a run that the surrounding page ordered. */
function Ordered({ order, children }: { order: Order; children: Draw }) {
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
      <Outcome run={run}>{children}</Outcome>
    </div>
  );
}

/** The state of a run. */
function Outcome({ run, children }: { run: RunControl; children: Draw }) {
  return (
    <>
      {run.problem && <ProblemAlert problem={run.problem} />}
      {run.phase === "cancelled" && <Stopped run={run} />}
      <LiveRegion run={run} />
      {(run.busy || run.phase === "cancelled") && <RunParts run={run} />}
      {run.phase === "succeeded" && (
        <Suspense fallback={<Skeleton h={240} radius="lg" />}>{children(run)}</Suspense>
      )}
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
    <div role="status" className="sw-tool-status" data-busy={run.busy || undefined}>
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

/** On the heading of a result or on a variant, the arrow keys move to the next one, and C copies. */
function resultKeys(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(PLACES)) return;
  const places = [...currentTarget.querySelectorAll<HTMLElement>(PLACES)];
  const step = NEXT.includes(key) ? 1 : PREVIOUS.includes(key) ? -1 : 0;
  const next = places[places.indexOf(target) + step];
  if (step && next) {
    event.preventDefault();
    next.focus();
  }
  if (key.toLowerCase() === "c") {
    const around = target.matches("article") ? target : target.closest("[data-result-head]");
    around?.querySelector<HTMLElement>("[data-copy]")?.click();
  }
}
