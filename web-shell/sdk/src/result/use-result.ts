import type { RunControl } from "../run/use-run";
import type { Check, Schema, Tool, Variant } from "../shapes";
import { useNotify } from "../shell-context";
import { useSdkTexts } from "../texts";
import { useDocument } from "../use-document";
import { remeasure } from "./checks";
import { editedMarkdown, markdownOf, variantsOf } from "./fields";

/** The result of a finished run as it stands now: the saved document where there is one, with its edits. */
export function useResult(tool: Tool, run: RunControl) {
  const t = useSdkTexts();
  const notify = useNotify();
  const id = run.run?.document_id ?? null;
  const { document, save } = useDocument(id);
  const outcome = run.run?.outcome ?? null;
  const data = (document?.data ?? outcome?.data ?? {}) as Record<string, unknown>;
  const text = document?.text ?? outcome?.text ?? "";
  const variants = variantsOf(data);
  const output = tool.output as Schema;

  const edit = async (place: number, field: string, after: string) => {
    const next = variants.map((variant, index): Variant => {
      if (index !== place) return variant;
      return {
        ...variant,
        [field]: after,
        checks: remeasure((variant.checks ?? []) as Check[], field, after),
      };
    });
    const before = String(variants[place]?.[field] ?? "");
    const rewrite = () => markdownOf(output, next, (number) => t("sdk.result.variant", { number }));
    await save({ data: { ...data, variants: next }, text: editedMarkdown(text, { before, after }, rewrite) });
    notify.success(t("sdk.result.saved"));
  };

  return {
    documentId: id,
    title: document?.title ?? outcome?.title ?? "",
    text,
    data,
    variants,
    drafted: run.run?.drafted ?? false,
    /** The language the result is written in; undefined for a tool that does not ask for one. */
    language: typeof run.run?.input.language === "string" ? run.run.input.language : undefined,
    /** Saves one edited field of one variant; null while there is no document to save to. */
    edit: document ? edit : null,
  };
}
