import { Card, Markdown, Stack } from "@sitewright/ui";
import type { CSSProperties, ReactNode } from "react";
import type { RunControl } from "../run/use-run";
import type { Schema, Variant } from "../shapes";
import { useTool } from "../shell-context";
import { useSdkTexts } from "../texts";
import type { Measures } from "./checks";
import { present } from "./parts";
import { PreviewCard, type Previewed } from "./preview-card";
import { ResultHead } from "./result-head";
import { RewritePanel } from "./rewrite-panel";
import { useResult } from "./use-result";
import { VariantCard } from "./variant-card";
import "./preview.css";

type Props = {
  run: RunControl;
  /** The preview needs at least one of these parts. */
  needs: string[];
  /** The parts of a variant that the preview shows in full. */
  shows: (parts: Variant) => string[];
  draw: (previewed: Previewed) => ReactNode;
  /** Additional units that the module measures. */
  measures?: Measures;
  /** The minimum width of a column; the number of columns follows from it. */
  width?: string;
};

/** The result of a run as previews, one per variant; variants without a preview are shown as fields. */
export function PreviewResult({ run, needs, shows, draw, measures, width }: Props) {
  const t = useSdkTexts();
  const tool = useTool();
  const result = useResult(tool, run, { measures });
  const { variants, language, text, edit } = result;
  const input = (run.run?.input ?? {}) as Record<string, unknown>;
  const style = width ? ({ "--sw-preview-width": width } as CSSProperties) : undefined;
  return (
    <Stack gap="md">
      <ResultHead run={run} result={result} />
      {variants.length === 0 && (
        <Card withBorder padding="lg">
          <Markdown text={text} level={3} language={language} />
        </Card>
      )}
      <div className="sw-previews" style={style}>
        {variants.map((variant, place) => {
          const card = {
            title:
              variants.length > 1 ? t("sdk.result.variant", { number: place + 1 }) : t("sdk.result.only"),
            output: tool.output as Schema,
            variant,
            language,
            onEdit: edit ? (part: string, value: string | string[]) => edit(place, part, value) : undefined,
          };
          const key = `${run.run?.id}-${place}`;
          const choice = {
            chosen: result.chosen === place,
            onChoose: variants.length > 1 ? () => result.choose?.(place) : undefined,
          };
          return (
            <RewritePanel key={key} result={result} input={input} variant={variant} place={place}>
              {(actions) =>
                present(variant, ...needs).length ? (
                  <PreviewCard
                    {...card}
                    {...choice}
                    actions={actions(null)}
                    place={place}
                    input={input}
                    measures={measures}
                    shows={shows}
                    draw={draw}
                  />
                ) : (
                  <VariantCard {...card} {...choice} actions={actions} />
                )
              }
            </RewritePanel>
          );
        })}
      </div>
    </Stack>
  );
}
