import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

const MarkdownText = lazy(() => import("./markdown-text"));

/** Markdown as React elements. HTML inside it is shown as text, never run. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton h={120} />}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
