import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

const MarkdownText = lazy(() => import("./markdown-text"));

type Props = {
  text: string;
  /** The level of the text's highest heading on the page. */
  level?: 2 | 3 | 4;
  /** The language of the text, if known. */
  language?: string;
};

/** Markdown as React elements. HTML inside it is shown as text, never run. */
export function Markdown({ text, level = 2, language }: Props) {
  return (
    <Suspense fallback={<Skeleton h={120} />}>
      <MarkdownText text={text} level={level} language={language} />
    </Suspense>
  );
}
