import {
  type Check,
  type GeneratorData,
  type RunControl,
  useResult,
  useTool,
  useUnsaved,
  Workbench,
} from "@sitewright/sdk";
import { useState } from "react";
import { MEASURES } from "./limits";
import { html, type Tags, tagsOf } from "./tags";
import { VariantPanel } from "./variant-panel";
import "./seo-metatags.css";

/** The limits as the generator reported them: a saved document lacks those of edited fields. */
function checksOf(run: RunControl, place: number): Check[] {
  const data = run.run?.outcome?.data as GeneratorData | undefined;
  return data?.variants?.[place]?.checks ?? [];
}

/** The result of a run: each variant in the search results, with its fields to edit. */
export function MetatagsResult({ run }: { run: RunControl }) {
  const tool = useTool();
  const input = (run.run?.input ?? {}) as Record<string, unknown>;
  const result = useResult(tool, run, {
    measures: MEASURES,
    appendix: (variant) => `\`\`\`html\n${html(tagsOf(variant), input)}\n\`\`\``,
  });
  // Unsaved edits of each variant.
  const [changes, setChanges] = useState<Record<number, Partial<Tags>>>({});
  useUnsaved(Object.keys(changes).length > 0, { onLose: () => setChanges({}) });
  const forget = (place: number) => setChanges(({ [place]: _, ...rest }) => rest);
  const save = async (place: number) => {
    await result.editFields?.(place, changes[place] as Record<string, string>);
    forget(place);
  };
  return (
    <Workbench run={run} result={result}>
      {({ title, variant, place, actions }) => (
        <VariantPanel
          title={title}
          language={result.language}
          tags={{ ...tagsOf(variant), ...changes[place] }}
          checks={checksOf(run, place)}
          notes={(variant.checks ?? []).filter((check) => !check.ok && check.unit === "items")}
          input={input}
          menu={actions(null)}
          isLive={result.isLive}
          isChanged={changes[place] !== undefined}
          onChange={(change) => setChanges({ ...changes, [place]: { ...changes[place], ...change } })}
          onSave={result.editFields ? () => save(place) : undefined}
          onDiscard={() => forget(place)}
        />
      )}
    </Workbench>
  );
}
