import { lazy, Suspense } from "react";

// Most lists have one page, and what draws the others is heavy.
const Pages = lazy(() => import("./pages"));

export type PagerProps = {
  page: number;
  /** Rows of all pages, and of one. */
  total: number;
  per: number;
  onPage: (page: number) => void;
  size?: "sm" | "md";
};

/** Links to the pages of a list; nothing if there is only one page and it is shown. */
export function Pager(props: PagerProps) {
  if (props.page <= 1 && props.total <= props.per) return null;
  return (
    <Suspense>
      <Pages {...props} />
    </Suspense>
  );
}
