import {
  defineTexts,
  ResultHead,
  RewritePanel,
  type RunControl,
  type Schema,
  ToolScreen,
  useResult,
  useTool,
  VariantCard,
} from "@sitewright/sdk";
import { Card, Markdown, Stack } from "@sitewright/ui";
import "./form.css";

const useFormTexts = defineTexts("form", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});

/** Draws any tool from its schemas: form, live text, result, history. */
export default function Tool() {
  return <ToolScreen>{(run) => <Result run={run} />}</ToolScreen>;
}

/** The output of a finished run. */
function Result({ run }: { run: RunControl }) {
  const t = useFormTexts();
  const tool = useTool();
  const result = useResult(tool, run);
  const { variants, appendices, language, text, edit } = result;
  // Variants keep their order during the life of the result.
  const cards = variants.map((variant, place) => ({ id: `${run.run?.id}-${place}`, place, variant }));
  return (
    <Stack gap="md">
      <ResultHead run={run} result={result} />
      {variants.length === 0 && (
        <Card withBorder padding="lg">
          <Markdown text={text} level={3} language={language} />
        </Card>
      )}
      <div className="form-tool-variants">
        {cards.map(({ id, place, variant }) => (
          <RewritePanel key={id} result={result} input={run.run?.input ?? {}} variant={variant} place={place}>
            {(actions) => (
              <VariantCard
                title={
                  cards.length > 1 ? t("form.result.variant", { number: place + 1 }) : t("form.result.only")
                }
                output={tool.output as Schema}
                variant={variant}
                appendix={appendices[place]}
                language={language}
                chosen={result.chosen === place}
                onChoose={cards.length > 1 ? () => result.choose?.(place) : undefined}
                actions={actions}
                onEdit={edit ? (field, after) => edit(place, field, after) : undefined}
              />
            )}
          </RewritePanel>
        ))}
      </div>
    </Stack>
  );
}
