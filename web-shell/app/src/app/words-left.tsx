import { Box, Group, RingProgress, Tooltip } from "@mantine/core";
import type { Words } from "@sitewright/sdk/shell";
import { useTexts } from "../i18n/use-texts";
import { Fine, Strong } from "../ui/texts";

const SCARCE = 0.1;

export function useWordsSentence({ left, allowance }: Words): string {
  const { t, number } = useTexts("layout");
  return t("layout.words.sentence", { count: left, left: number(left), allowance: number(allowance) });
}

/** The words left of the allowance; updated after every run. */
export function WordsLeft({ words }: { words: Words }) {
  const { t, number } = useTexts("layout");
  const share = words.allowance > 0 ? Math.max(0, Math.min(1, words.left / words.allowance)) : 0;
  const sentence = useWordsSentence(words);
  return (
    <Tooltip label={sentence}>
      <Group gap={4} wrap="nowrap" role="img" aria-label={sentence} tabIndex={0} data-testid="words-left">
        <RingProgress
          size={34}
          thickness={4}
          roundCaps
          sections={[{ value: share * 100, color: share < SCARCE ? "red" : "spruce" }]}
          aria-hidden="true"
        />
        <Box visibleFrom="xs" aria-hidden="true">
          <Strong lh={1.1}>{number(words.left)}</Strong>
          <Fine lh={1.1}>{t("layout.words.left", { count: words.left })}</Fine>
        </Box>
      </Group>
    </Tooltip>
  );
}
