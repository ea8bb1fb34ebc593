import {
  DraftNotice,
  ResultActions,
  type RunControl,
  type Schema,
  type Tool,
  useFormats,
  useResult,
  VariantCard,
} from "@sitewright/sdk";
import { Box, Card, Group, Markdown, Stack, Text, Title } from "@sitewright/ui";
import { useFormTexts } from "./texts";

type Props = { tool: Tool; run: RunControl; onAgain: () => void };

/** What a finished run wrote. */
export function Result({ tool, run, onAgain }: Props) {
  const t = useFormTexts();
  const formats = useFormats();
  const { variants, drafted, language, documentId, text, title, edit } = useResult(tool, run);
  // Variants keep their place for as long as the result lives.
  const cards = variants.map((variant, place) => ({ id: `${run.run?.id}-${place}`, place, variant }));
  const words = run.run?.words ?? 0;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box>
          <Title order={2} size="h4">
            {title}
          </Title>
          {!drafted && (
            <Text size="sm" c="dimmed">
              {t("form.result.words", { count: words, words: formats.number(words) })}
            </Text>
          )}
        </Box>
        <ResultActions documentId={documentId} text={text} onAgain={onAgain} />
      </Group>
      {drafted && <DraftNotice />}
      {variants.length === 0 && (
        <Card withBorder padding="lg">
          <Markdown text={text} level={3} />
        </Card>
      )}
      <div className="form-tool-variants">
        {cards.map(({ id, place, variant }) => (
          <VariantCard
            key={id}
            title={cards.length > 1 ? t("form.result.variant", { number: place + 1 }) : t("form.result.only")}
            output={tool.output as Schema}
            variant={variant}
            language={language}
            onEdit={edit ? (field, after) => edit(place, field, after) : undefined}
          />
        ))}
      </div>
    </Stack>
  );
}
