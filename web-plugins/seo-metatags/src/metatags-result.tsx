import {
  type Check,
  type GeneratorData,
  ResultHead,
  type RunControl,
  useResult,
  useTool,
  useUnsaved,
} from "@sitewright/sdk";
import { Icon, Stack, Tabs, Text, VisuallyHidden } from "@sitewright/ui";
import { useState } from "react";
import { isSound, MEASURES } from "./limits";
import { html, type Tags, tagsOf } from "./tags";
import { useMetatagsTexts } from "./texts";
import { VariantPanel } from "./variant-panel";
import "./seo-metatags.css";

/** The limits as the generator reported them: a saved document lacks those of edited fields. */
function checksOf(run: RunControl, place: number): Check[] {
  const data = run.run?.outcome?.data as GeneratorData | undefined;
  return data?.variants?.[place]?.checks ?? [];
}

/** The result of a run: a list of variants, and the selected one to view and edit. */
export function MetatagsResult({ run }: { run: RunControl }) {
  const t = useMetatagsTexts();
  const tool = useTool();
  const input = (run.run?.input ?? {}) as Record<string, unknown>;
  const result = useResult(tool, run, {
    measures: MEASURES,
    appendix: (variant) => `\`\`\`html\n${html(tagsOf(variant), input)}\n\`\`\``,
  });
  // Unsaved edits of each variant: they survive a change of the tab.
  const [changes, setChanges] = useState<Record<number, Partial<Tags>>>({});
  useUnsaved(Object.keys(changes).length > 0);
  const variants = result.variants.map((variant, place) => {
    const tags = { ...tagsOf(variant), ...changes[place] };
    return { place, variant, tags, isChanged: changes[place] !== undefined };
  });
  const forget = (place: number) => setChanges(({ [place]: _, ...rest }) => rest);
  const save = async (place: number) => {
    await result.editFields?.(place, changes[place] as Record<string, string>);
    forget(place);
  };

  return (
    <Stack gap="md">
      <ResultHead run={run} result={result} />
      <Tabs defaultValue="0" orientation="vertical" className="metatags" keepMounted={false}>
        <Tabs.List aria-label={t("seo-metatags.variants")} className="metatags-list">
          {variants.map(({ place, variant, tags, isChanged }) => (
            <Tabs.Tab key={place} value={String(place)} className="metatags-choice">
              <span className="metatags-number">{place + 1}</span>
              <Text span size="sm" truncate="end" lang={result.language}>
                {tags.title}
              </Text>
              {isChanged && <Icon name="edit" size={15} />}
              {!isSound(variant) && <Icon name="alert" size={15} />}
              <VisuallyHidden>
                {isChanged && t("seo-metatags.unsaved")}
                {!isSound(variant) && t("seo-metatags.unsound")}
              </VisuallyHidden>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {variants.map(({ place, variant, tags, isChanged }) => (
          <Tabs.Panel key={place} value={String(place)} className="metatags-panel">
            <VariantPanel
              language={result.language}
              tags={tags}
              checks={checksOf(run, place)}
              notes={(variant.checks ?? []).filter((check) => !check.ok && check.unit === "items")}
              input={input}
              isChanged={isChanged}
              onChange={(change) => setChanges({ ...changes, [place]: { ...changes[place], ...change } })}
              onSave={result.editFields ? () => save(place) : undefined}
              onDiscard={() => forget(place)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
