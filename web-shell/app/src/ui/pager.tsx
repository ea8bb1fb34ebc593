import { lazy, Suspense } from "react";

// Most lists have one page, and what draws the others is heavy.
const Pages = lazy(() => import("./pages"));

export type PagerProps = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  size?: "sm" | "md";
};

/** The way through the pages of a list; nothing where there is one page, and somebody is on it. */
export function Pager(props: PagerProps) {
  if (Math.max(props.page, props.pages) <= 1) return null;
  return (
    <Suspense>
      <Pages {...props} />
    </Suspense>
  );
}
