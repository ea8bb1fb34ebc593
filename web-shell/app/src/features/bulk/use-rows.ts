import { useState } from "react";
import { useSearchParams } from "react-router";
import { PER_PAGE, useList } from "../../api/use-list";
import type { RowStatus } from "./jobs";

export const STATUSES: RowStatus[] = ["succeeded", "failed", "running", "waiting", "invalid", "cancelled"];

/** The filter for rows whose text has places to fill in; beside the states of rows in the address. */
export const GAPS = "gaps";

/** The rows of a job by page; the address stores page and filter. */
export function useRows(id: string) {
  const [, setParams] = useSearchParams();
  const [wanted, setWanted] = useState<number | null>(null);
  const list = useList(
    "/api/bulk/{id}/rows",
    ({ get }) => {
      const status = STATUSES.find((known) => known === get("status"));
      const gaps = get("status") === GAPS;
      return { path: { id }, query: { ...(status && { status }), ...(gaps && { gaps }) } };
    },
    { isPart: true, throwOnError: false },
  );
  /** Shows the page of a row and moves the focus to it. */
  const goTo = (row: number) => {
    const page = Math.ceil(row / PER_PAGE);
    setWanted(row);
    setParams(
      (before) => {
        before.delete("status");
        if (page > 1) before.set("page", String(page));
        else before.delete("page");
        return before;
      },
      { preventScrollReset: true },
    );
  };
  return { ...list, goTo, wanted, onReached: () => setWanted(null) };
}

export type Rows = ReturnType<typeof useRows>;
