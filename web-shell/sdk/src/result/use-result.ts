import { useEffect, useState } from "react";
import type { RunControl } from "../run/use-run";
import type { Check, Schema, Tool, Variant } from "../shapes";
import { useNotify } from "../shell-context";
import { useSdkTexts } from "../texts";
import { useDocument } from "../use-document";
import { appendicesOf } from "./appendix";
import { type Edited, type Measures, remeasure } from "./checks";
import { editedMarkdown, markdownOf, textFields, variantsOf } from "./fields";

export type ResultOptions = {
  /** Units that the module can measure besides the usual ones. */
  measures?: Measures;
  /** Markdown below each variant; with it an edit rewrites the whole text. */
  appendix?: (variant: Variant) => string;
};

/**
 * Says that it was saved, once that is drawn: an editor that closes in the same breath has then let go of the page,
 * and whoever reads the word may leave without being asked.
 */
function useSaved(): () => void {
  const t = useSdkTexts();
  const notify = useNotify();
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time, not for another language.
  useEffect(() => {
    if (times > 0) notify.success(t("sdk.result.saved"));
  }, [times]);
  return () => setTimes((before) => before + 1);
}

/** The result of a finished run as it stands now: the saved document where there is one, with its edits. */
export function useResult(tool: Tool, run: RunControl, { measures, appendix }: ResultOptions = {}) {
  const t = useSdkTexts();
  const saved = useSaved();
  const id = run.run?.document_id ?? null;
  const { document, save } = useDocument(id);
  const outcome = run.run?.outcome ?? null;
  const data = (document?.data ?? outcome?.data ?? {}) as Record<string, unknown>;
  const text = document?.text ?? outcome?.text ?? "";
  const variants = variantsOf(data);
  const output = tool.output as Schema;

  const heading = (number: number) => t("sdk.result.variant", { number });
  const rewritten = (next: Variant[]) => markdownOf(output, next, heading, appendix);
  const store = async (next: Variant[], markdown: string) => {
    await save({ data: { ...data, variants: next }, text: markdown });
    saved();
  };

  const editFields = async (place: number, changes: Record<string, Edited>) => {
    const next = variants.map((variant, index): Variant => {
      if (index !== place) return variant;
      const checks = Object.entries(changes).reduce(
        (checks, [field, after]) =>
          remeasure(checks, field, after, measures, variant[field] as Edited | undefined),
        (variant.checks ?? []) as Check[],
      );
      return { ...variant, ...changes, checks };
    });
    const [single, ...others] = Object.entries(changes);
    const before = variants[place]?.[single?.[0] ?? ""];
    const after = single?.[1];
    const isOneText = !others.length && !appendix && typeof before === "string" && typeof after === "string";
    const rewrite = () => rewritten(next);
    await store(next, isOneText ? editedMarkdown(text, { before, after }, rewrite) : rewrite());
  };
  const replace = async (place: number, variant: Variant) => {
    const next = variants.map((before, index) => (index === place ? variant : before));
    await store(next, rewritten(next));
  };
  /** Marks one variant as the chosen one; the same again takes the mark away. */
  const choose = async (place: number) => {
    const { chosen: before, ...rest } = data;
    await save({ data: before === place ? rest : { ...rest, chosen: place } });
  };
  const edit = (place: number, field: string, after: Edited) => editFields(place, { [field]: after });

  return {
    documentId: id,
    title: document?.title ?? outcome?.title ?? "",
    text,
    data,
    variants,
    /** What the tool wrote below each variant, by place; nothing where the module writes that itself. */
    appendices: appendix
      ? []
      : appendicesOf(
          text,
          variants.map((variant) => textFields(output, variant)),
        ),
    drafted: run.run?.drafted ?? false,
    /** The language the result is written in; undefined for a tool that does not ask for one. */
    language: typeof run.run?.input.language === "string" ? run.run.input.language : undefined,
    /** Saves one edited field of one variant; null while there is no document to save to. */
    edit: document ? edit : null,
    /** Saves several edited fields of one variant at once. */
    editFields: document ? editFields : null,
    replace: document ? replace : null,
    /** The place of the variant that the person likes best. */
    chosen: typeof data.chosen === "number" ? data.chosen : null,
    choose: document ? choose : null,
  };
}

export type Result = ReturnType<typeof useResult>;
