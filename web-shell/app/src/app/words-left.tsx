import { Box, Group } from "@mantine/core";
import type { Words } from "@sitewright/sdk/shell";
import { useTexts } from "../i18n/use-texts";
import { Fine, Strong } from "../ui/texts";
import { Tip } from "../ui/tip";

const SCARCE = 0.1;

export function useWordsSentence({ left, allowance }: Words): string {
  const { t, number } = useTexts("layout");
  return t("layout.words.sentence", { count: left, left: number(left), allowance: number(allowance) });
}

/** A small ring without a text. Other charts are in `@sitewright/ui/chart`, which the frame of every page need not load. */
function Ring({ share }: { share: number }) {
  const [radius, round] = [13, 2 * Math.PI * 13];
  return (
    <svg
      className="sw-words"
      data-scarce={share < SCARCE || undefined}
      viewBox="0 0 34 34"
      aria-hidden="true"
    >
      <circle cx="17" cy="17" r={radius} />
      {share > 0 && <circle cx="17" cy="17" r={radius} strokeDasharray={`${share * round} ${round}`} />}
    </svg>
  );
}

/** The words left of the allowance; updated after every run. */
export function WordsLeft({ words }: { words: Words }) {
  const { t, number } = useTexts("layout");
  const share = words.allowance > 0 ? Math.max(0, Math.min(1, words.left / words.allowance)) : 0;
  const sentence = useWordsSentence(words);
  return (
    <Tip label={sentence}>
      <Group gap={4} wrap="nowrap" role="img" aria-label={sentence} tabIndex={0} data-testid="words-left">
        <Ring share={share} />
        <Box visibleFrom="xs" aria-hidden="true">
          <Strong lh={1.1}>{number(words.left)}</Strong>
          <Fine lh={1.1}>{t("layout.words.left", { count: words.left })}</Fine>
        </Box>
      </Group>
    </Tip>
  );
}
