import type { CSSProperties, ReactNode } from "react";
import type { RunControl } from "../run/use-run";
import type { Schema, Variant } from "../shapes";
import { useTool } from "../shell-context";
import { Workbench } from "./bench";
import type { Measures } from "./checks";
import { present } from "./parts";
import { PreviewCard, type Previewed } from "./preview-card";
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
  /** The maximum width of the preview. */
  width?: string;
};

/** The result of a run as previews, one variant at a time; a variant without a preview is shown as fields. */
export function PreviewResult({ run, needs, shows, draw, measures, width }: Props) {
  const tool = useTool();
  const result = useResult(tool, run, { measures });
  const { language, edit } = result;
  const input = (run.run?.input ?? {}) as Record<string, unknown>;
  const style = width ? ({ "--sw-preview-width": width } as CSSProperties) : undefined;
  return (
    <div style={style}>
      <Workbench run={run} result={result}>
        {({ title, variant, place, actions }) => {
          const card = { title, output: tool.output as Schema, variant, language };
          return present(variant, ...needs).length ? (
            <PreviewCard
              {...card}
              actions={actions(null)}
              place={place}
              input={input}
              measures={measures}
              shows={shows}
              draw={draw}
              isLive={result.isLive}
              onEdit={edit ? (part, value) => edit(place, part, value) : undefined}
            />
          ) : (
            <VariantCard
              {...card}
              actions={actions}
              onEdit={edit ? (part, value) => edit(place, part, value) : undefined}
            />
          );
        }}
      </Workbench>
    </div>
  );
}
