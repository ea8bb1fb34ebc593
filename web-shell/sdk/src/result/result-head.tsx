import { Box, Group, Text, Title } from "@sitewright/ui";
import { glued } from "@sitewright/ui/typography";
import { useFormats } from "../formats";
import { useArrivedHeading } from "../run/arrival";
import type { RunControl } from "../run/use-run";
import { useSdkTexts } from "../texts";
import { DraftNotice } from "./draft-notice";
import { Rating } from "./rating";
import { ResultActions } from "./result-actions";
import type { Result } from "./use-result";

/** Title of a result, its price, and the actions of the whole result. */
export function ResultHead({ run, result }: { run: RunControl; result: Result }) {
  const t = useSdkTexts();
  const formats = useFormats();
  const heading = useArrivedHeading(run.run?.id);
  const words = run.run?.words ?? 0;
  const again = () => run.run && run.start(run.run.input);
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm" data-result-head>
        <Box>
          <Title ref={heading} order={2} size="h4" tabIndex={-1} data-result aria-keyshortcuts="C">
            {glued(result.title, result.language)}
          </Title>
          {!result.drafted && (
            <Text size="sm" c="dimmed">
              {t("sdk.result.words", { count: words, words: formats.number(words) })}
            </Text>
          )}
        </Box>
        <ResultActions documentId={result.documentId} text={result.text} onAgain={again} />
        {result.documentId && <Rating documentId={result.documentId} />}
      </Group>
      {result.drafted && <DraftNotice frame={result.frame} wishes={hasWishes(run)} />}
      <FewerNote {...result} />
    </>
  );
}

function hasWishes(run: RunControl) {
  const input = (run.run?.input ?? {}) as Record<string, unknown>;
  return typeof input.extra_instructions === "string" && input.extra_instructions !== "";
}

/** Says why there are fewer variants than ordered: equal drafts are omitted, and so are failed variants. */
function FewerNote({ variants, ordered, drafted }: Result) {
  const t = useSdkTexts();
  if (ordered === null || variants.length >= ordered) return null;
  const why = drafted ? "equal" : "failed";
  const count = ordered - variants.length;
  return <Text size="sm">{t(`sdk.fewer.${why}`, { count, number: variants.length, ordered })}</Text>;
}
