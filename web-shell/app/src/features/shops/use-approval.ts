import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { api, quietly, unwrap, withId } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { AFTER, isOpen, NOTHING, reduce, rowOf, type Verdict } from "./approval";
import { sendDecisions } from "./decisions";
import type { Change } from "./shops";

/** Rows of one request. */
const PER_PAGE = 100;

export type ListedState = "proposed" | "approved" | "rejected";
export type ApprovalFilter = { state: ListedState; order?: string; field?: string; passes?: boolean };

type Known = {
  /** Rows of the filter at the last request; null before the first. */
  total: number | null;
  /** Rows that were decided before and are not part of `total`. */
  isEnd: boolean;
  isBusy: boolean;
  isFailed: boolean;
};

const UNKNOWN: Known = { total: null, isEnd: false, isBusy: false, isFailed: false };

/** The proposals of a filter with the decisions about them, which are shown at once and sent in batches. */
export function useApproval(shop: string, filter: ApprovalFilter) {
  const { t } = useTexts("shops");
  const queries = useQueryClient();
  const [list, dispatch] = useReducer(reduce, NOTHING);
  const [known, setKnown] = useState(UNKNOWN);
  const view = JSON.stringify(filter);
  /** The newest list, for events between two drawings. */
  const now = useRef(list);
  now.current = list;
  const round = useRef(0);
  const busy = useRef(false);

  const restart = useCallback(() => {
    round.current += 1;
    busy.current = false;
    dispatch({ do: "clear" });
    setKnown(UNKNOWN);
  }, []);

  // Texts change with the language, and the sender must survive that.
  const said = useRef(t);
  said.current = t;
  const sender = useMemo(
    () =>
      sendDecisions({
        send: async (decision, ids, from) => {
          const body = { decision, ids, from };
          const request = { ...withId(shop), body, headers: quietly, keepalive: true };
          const { changed } = await unwrap(api.POST("/api/shops/{id}/changes/decide", request));
          queries.invalidateQueries(at("/api/shops/{id}"));
          queries.invalidateQueries({ ...at("/api/shops/{id}/changes"), refetchType: "none" });
          return changed;
        },
        onRefused: (rows) => {
          dispatch({ do: "refuse", rows });
          notify.error(said.current("shops.approval.refused", { count: rows.length }));
        },
        onOutdated: () => {
          restart();
          notify.error(said.current("shops.approval.outdated"));
        },
      }),
    [shop, queries, restart],
  );

  // What was decided is stored when the page is left.
  useEffect(() => {
    const leave = () => void sender.flush();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [sender]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list.
  useEffect(restart, [view, restart]);

  const load = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    const mine = round.current;
    setKnown((before) => ({ ...before, isBusy: true, isFailed: false }));
    try {
      // Pages are counted on the server: it has to know what was decided.
      await sender.flush();
      const { rows, total, isEnd } = await nextRows(shop, JSON.parse(view), now.current.rows);
      if (mine !== round.current) return;
      dispatch({ do: "load", rows });
      setKnown({
        total: total + decidedOf(now.current.rows, JSON.parse(view)),
        isEnd,
        isBusy: false,
        isFailed: false,
      });
    } catch {
      if (mine === round.current) setKnown((before) => ({ ...before, isBusy: false, isFailed: true }));
    } finally {
      if (mine === round.current) busy.current = false;
    }
  }, [shop, view, sender]);

  const decide = useCallback(
    (id: string, verdict: Verdict) => {
      const row = rowOf(now.current, id);
      if (!row || row.state === AFTER[verdict] || !(row.state in DECIDABLE)) return;
      sender.add(id, AFTER[verdict], row.state);
      dispatch({ do: "decide", id, verdict });
    },
    [sender],
  );
  const undo = useCallback(() => {
    const last = now.current.past.at(-1);
    const row = last && rowOf(now.current, last.id);
    if (!last || !row) return;
    sender.add(last.id, last.before, row.state);
    dispatch({ do: "undo" });
  }, [sender]);

  /** New proposals may have been written meanwhile: the end is looked for again. */
  const more = useCallback(() => setKnown((before) => ({ ...before, isEnd: false })), []);
  return { list, dispatch, decide, undo, load, more, restart, flush: sender.flush, ...known };
}

const DECIDABLE = { proposed: true, approved: true, rejected: true } as Record<Change["state"], true>;

/** Rows that are shown and are not of the filter any more. */
const decidedOf = (rows: Change[], { state }: ApprovalFilter) =>
  rows.filter((row) => row.state !== state).length;

/**
 * The next page with a row that is not known. Decided rows leave the pages of the server, so that the next one begins
 * behind the known rows that are still of the filter.
 */
async function nextRows(shop: string, filter: ApprovalFilter, rows: Change[]) {
  const ids = new Set(rows.map(({ id }) => id));
  const left = rows.length - decidedOf(rows, filter);
  for (let page = Math.floor(left / PER_PAGE) + 1; ; page++) {
    const query = { ...filter, page, per_page: PER_PAGE };
    const params = { path: { id: shop }, query };
    const { data, total } = await unwrap(api.GET("/api/shops/{id}/changes", { params, headers: quietly }));
    const news = data.filter(({ id }) => !ids.has(id));
    const isEnd = page * PER_PAGE >= total;
    if (news.length > 0 || isEnd) return { rows: news, total, isEnd };
  }
}

/** Rows of the list that nobody has decided on. */
export const openOf = (rows: Change[]) => rows.filter(isOpen).length;
