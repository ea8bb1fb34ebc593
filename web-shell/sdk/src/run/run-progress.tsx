import { Alert, Card, Group, Icon, Loader, Progress, Stack, Text, Title } from "@sitewright/ui";
import { useSdkTexts } from "../texts";
import { byVariant } from "./state";
import type { RunControl } from "./use-run";

function useHeadline(run: RunControl): string {
  const t = useSdkTexts();
  if (run.phase === "queued" && run.position) return t("sdk.run.position", { position: run.position });
  if (run.phase === "queued" || run.phase === "starting") return t("sdk.run.queued");
  return run.progress?.label || t("sdk.run.running");
}

/** "variant-2" becomes "Variant 2"; any other label is shown unchanged. */
function useLabel() {
  const t = useSdkTexts();
  return (label: string) => {
    const number = label.match(/^variant-(\d+)$/)?.[1];
    return number ? t("sdk.result.variant", { number }) : label;
  };
}

/** The current activity of a run. */
export function RunHeadline({ run }: { run: RunControl }) {
  const headline = useHeadline(run);
  return (
    <Group gap="sm">
      <Loader size="xs" type="dots" />
      <Text fw={500}>{headline}</Text>
    </Group>
  );
}

/** A run in progress: place in the queue, progress, and the live text. */
export function RunProgress({ run }: { run: RunControl }) {
  return (
    <Stack gap="md">
      <div role="status">
        <RunHeadline run={run} />
      </div>
      <RunParts run={run} />
    </Stack>
  );
}

/** How far a run is, and whether the connection to it is lost. */
export function RunBar({ run: { progress, busy, interrupted } }: { run: RunControl }) {
  const t = useSdkTexts();
  return (
    <>
      {busy && progress && progress.total > 0 && (
        <Progress
          value={(progress.done / progress.total) * 100}
          aria-label={t("sdk.run.progress")}
          size="sm"
        />
      )}
      {interrupted && (
        <Alert color="yellow" icon={<Icon name="offline" />}>
          {t("sdk.run.interrupted")}
        </Alert>
      )}
    </>
  );
}

export function RunParts({ run }: { run: RunControl }) {
  const labelOf = useLabel();
  const { busy } = run;
  return (
    <Stack gap="md" aria-busy={busy}>
      <RunBar run={run} />
      {byVariant(run.live).map((part) => (
        <Card key={part.label} withBorder padding="lg">
          <Title order={2} size="h5" mb="xs">
            {labelOf(part.label)}
          </Title>
          <Text aria-live="polite" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {part.text}
            {busy && part.isOpen && <span className="sw-caret" aria-hidden="true" />}
          </Text>
        </Card>
      ))}
    </Stack>
  );
}
