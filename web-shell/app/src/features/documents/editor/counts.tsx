import { graphemes, words } from "@sitewright/sdk/units";
import { counted, readable } from "@sitewright/ui/clip";
import { useDeferredValue, useMemo } from "react";
import { useTexts } from "../../../i18n/use-texts";
import { Fine } from "../../../ui/texts";
import { READ_A_MINUTE } from "../reading-time";

/** The length of the text without its Markdown, and the time to read it. */
export function Counts({ text }: { text: string }) {
  const { t, number } = useTexts("documents");
  // Counting a long text takes longer than a letter.
  const deferred = useDeferredValue(text);
  const [length, count] = useMemo(() => {
    const clip = { parts: [{ text: deferred, isMarkdown: true }] };
    return [graphemes(readable(clip)), words(counted(clip))];
  }, [deferred]);
  return (
    <Fine className="document-counts">
      {[
        t("documents.facts.words", { count, words: number(count) }),
        t("documents.facts.characters", { count: length, characters: number(length) }),
        t("documents.facts.minutes", { count: Math.max(1, Math.round(count / READ_A_MINUTE)) }),
      ].join(" · ")}
    </Fine>
  );
}
