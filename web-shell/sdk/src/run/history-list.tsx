import { Badge, Box, Group, Stack, Text, Title, UnstyledButton } from "@sitewright/ui";
import { fieldsOf } from "../form/fields";
import { useFormats } from "../formats";
import type { Run, RunSummary, Schema, Tool } from "../shapes";
import { useSdkTexts } from "../texts";
import { useHistory } from "../use-history";

/** What an input says, in a line: its first text field. */
export function gistOf(tool: Tool, input: Record<string, unknown>): string {
  const asked = fieldsOf(tool.input as Schema).filter(({ kind }) =>
    ["text", "textarea", "url"].includes(kind),
  );
  const answers = asked.map(({ name }) => input[name]);
  return answers.find((answer): answer is string => typeof answer === "string" && answer !== "") ?? "";
}

const COLOURS: Record<Run["status"], string> = {
  queued: "gray",
  running: "gray",
  succeeded: "spruce",
  failed: "red",
  cancelled: "gray",
};

type Props = { tool: Tool; current?: string; onOpen: (run: RunSummary) => void };

/** Earlier runs of a tool; opening one restores its input and its result. */
export function HistoryList({ tool, current, onOpen }: Props) {
  const t = useSdkTexts();
  const formats = useFormats();
  const runs = useHistory(tool.id);
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
              {gistOf(tool, run.input) || run.id}
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
