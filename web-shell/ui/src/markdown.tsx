import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

const MarkdownText = lazy(() => import("./markdown-text"));

type Props = {
  text: string;
  /** The level of the text's highest heading on the page around it. */
  level?: 2 | 3 | 4;
};

/** Markdown as React elements. HTML inside it is shown as text, never run. */
export function Markdown({ text, level = 2 }: Props) {
  return (
    <Suspense fallback={<Skeleton h={120} />}>
      <MarkdownText text={text} level={level} />
    </Suspense>
  );
}
