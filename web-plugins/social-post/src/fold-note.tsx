import { type Fold, FoldedText, folded, graphemes, useFormats } from "@sitewright/sdk";
import type { ReactNode } from "react";
import { useSocialTexts } from "./texts";

/** Says what readers see before they expand the text, for users who cannot see the ellipsis. */
export function FoldNote({ text, fold }: { text: string; fold: Fold }) {
  const t = useSocialTexts();
  const formats = useFormats();
  const { shown, hidden } = folded(text, fold);
  if (!hidden) return t("social-post.whole");
  const count = graphemes(shown);
  const total = graphemes(text);
  return t("social-post.folded", {
    count: total,
    shown: formats.number(count),
    total: formats.number(total),
  });
}

type PostTextProps = { text: string; language?: string | undefined; lead?: ReactNode; fold: Fold };

/** The text of a post, folded as in the feed. */
export function PostText({ fold, ...post }: PostTextProps) {
  const t = useSocialTexts();
  return <FoldedText {...post} more={t("social-post.more")} less={t("social-post.less")} {...fold} />;
}
