import { Badge, Box, Group, Stack, Text, Title, UnstyledButton } from "@sitewright/ui";
import { useMemo } from "react";
import { type Field, fieldsOf } from "../form/fields";
import { useFormats } from "../formats";
import type { Run, RunSummary } from "../shapes";
import { useTool } from "../shell-context";
import { useSdkTexts } from "../texts";
import { useHistory } from "../use-history";

/** The answer that says most about a run: the first text that was filled in, in the order of the form. */
function gist(run: RunSummary, fields: Field[]): string {
  const typed = fields.filter(({ kind }) => kind === "text" || kind === "textarea");
  const texts = typed.map(({ name }) => run.input[name]).filter((value) => typeof value === "string");
  return texts.find((text) => text.length > 1) ?? run.id;
}

const COLOURS: Record<Run["status"], string> = {
  queued: "gray",
  running: "gray",
  succeeded: "spruce",
  failed: "red",
  cancelled: "gray",
};

type Props = { tool: string; current?: string; onOpen: (run: RunSummary) => void };

/** Earlier runs of a tool; opening one brings back its input and its result. */
export function HistoryList({ tool, current, onOpen }: Props) {
  const t = useSdkTexts();
  const formats = useFormats();
  const runs = useHistory(tool);
  const { input } = useTool();
  const fields = useMemo(() => fieldsOf(input as never), [input]);
  if (!runs.length) return null;
  return (
    <Box component="section" aria-label={t("sdk.history.title")}>
      <Title order={2} size="h5" mb="xs">
        {t("sdk.history.title")}
      </Title>
      <Stack gap={4}>
        {runs.map((run) => (
          <UnstyledButton
            key={run.id}
            className="sw-row"
            aria-current={run.id === current || undefined}
            onClick={() => onOpen(run)}
          >
            <Text size="sm" lineClamp={1}>
              {gist(run, fields)}
            </Text>
            <Group gap="xs">
              <Text size="xs" c="dimmed">
                {formats.ago(run.created_at)}
              </Text>
              {run.status !== "succeeded" && (
                <Badge size="xs" variant="light" color={COLOURS[run.status]}>
                  {t(`sdk.history.status.${run.status}`)}
                </Badge>
              )}
              {run.drafted && (
                <Badge size="xs" variant="light" color="gray">
                  {t("sdk.history.draft")}
                </Badge>
              )}
            </Group>
          </UnstyledButton>
        ))}
      </Stack>
    </Box>
  );
}
