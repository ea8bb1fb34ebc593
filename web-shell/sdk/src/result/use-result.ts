import { useEffect, useState } from "react";
import type { RunControl } from "../run/use-run";
import type { Check, Schema, Tool, Variant } from "../shapes";
import { useNotify, useShown } from "../shell-context";
import { useSdkTexts } from "../texts";
import { useDocument } from "../use-document";
import { appendicesOf } from "./appendix";
import { type Edited, type Measures, remeasure } from "./checks";
import { editedMarkdown, markdownOf, textFields, variantsOf } from "./fields";
import { liveVariants } from "./live";

export type ResultOptions = {
  /** Additional units that the module measures. */
  measures?: Measures;
  /** Markdown below each variant; then an edit regenerates the whole text. */
  appendix?: (variant: Variant) => string;
};

/**
 * Confirms a save after the next render: an editor that closes at the same time has then released the page,
 * and the user may leave without a question.
 */
function useSaved(): () => void {
  const t = useSdkTexts();
  const notify = useNotify();
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per save, not per language.
  useEffect(() => {
    if (times > 0) notify.success(t("sdk.result.saved"));
  }, [times]);
  return () => setTimes((before) => before + 1);
}

/** The current result of a finished run: the saved document if there is one, with its edits. */
export function useResult(tool: Tool, run: RunControl, { measures, appendix }: ResultOptions = {}) {
  const t = useSdkTexts();
  const saved = useSaved();
  const id = run.run?.document_id ?? null;
  const { document, save } = useDocument(id);
  const canEdit = useShown() === null && document !== null;
  const outcome = run.run?.outcome ?? null;
  const data = (document?.data ?? outcome?.data ?? {}) as Record<string, unknown>;
  const text = document?.text ?? outcome?.text ?? "";
  const output = tool.output as Schema;
  const ordered = Number(run.run?.input.variants ?? 1);
  const variants = run.busy ? liveVariants(output, run.live, ordered) : variantsOf(data);
  const chosen = typeof data.chosen === "number" ? data.chosen : null;

  const heading = (number: number) => t("sdk.result.variant", { number });
  /** The text of the document: that of the variant in use, otherwise that of all. */
  const rewritten = (next: Variant[], used = chosen) => {
    const one = used === null ? undefined : next[used];
    return markdownOf(output, one ? [one] : next, heading, appendix);
  };
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
  /** Makes one variant the text of the document; the same again restores all. The others stay in its data. */
  const choose = async (place: number) => {
    const { chosen: before, ...rest } = data;
    const used = before === place ? null : place;
    const marked = used === null ? rest : { ...rest, chosen: used };
    await save({ data: marked, text: rewritten(variants, used) });
  };
  const edit = (place: number, field: string, after: Edited) => editFields(place, { [field]: after });

  return {
    documentId: id,
    title: document?.title ?? outcome?.title ?? "",
    text,
    data,
    variants,
    /** The text below each variant, by index; empty if the module generates it. */
    appendices: appendix
      ? []
      : appendicesOf(
          text,
          variants.map((variant) => textFields(output, variant)),
        ),
    drafted: run.run?.drafted ?? false,
    /** It is a structure with places to fill, not a text. */
    frame: data.frame === true,
    /** The ordered number of variants, if there are fewer. */
    ordered: typeof data.ordered === "number" ? data.ordered : null,
    /** The language of the result; undefined for a tool without a language field. */
    language: typeof run.run?.input.language === "string" ? run.run.input.language : undefined,
    /** Saves one edited field of one variant; null while there is no document. */
    edit: canEdit ? edit : null,
    /** Saves several edited fields of one variant at once. */
    editFields: canEdit ? editFields : null,
    replace: canEdit ? replace : null,
    /** Whether the run is still writing: its texts are not complete, and nothing can be changed. */
    isLive: run.busy,
    /** The index of the variant that is the text of the document. */
    chosen,
    choose: canEdit ? choose : null,
  };
}

export type Result = ReturnType<typeof useResult>;
