import { Group, SegmentedControl, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { EmptyState, Loading } from "../../ui/page";
import { Small, TextButton } from "../../ui/texts";
import { type Command, commandOf } from "./approval";
import { ApprovalKeys } from "./approval-keys";
import { ChangeCard, cardId } from "./change-card";
import type { View } from "./compared-text";
import { DecisionBar } from "./decision-bar";
import { Desk } from "./desk";
import { ItemDialog, type ItemPlace } from "./item-dialog";
import type { Change, Shop } from "./shops";
import type { ListedState, useApproval } from "./use-approval";

/** Pages are requested this far before their rows are shown. */
const AHEAD = "4000px 0px";
/** The height of the application's header, and a gap. */
const ABOVE = 68;

type Props = {
  shop: Shop;
  approval: ReturnType<typeof useApproval>;
  state: ListedState;
  /** Actions about the whole list. Their function moves the focus to the list that is loaded next. */
  children: (onRestart: () => void) => React.ReactNode;
};

/** The proposals with their keys. The keys act while the focus is in the list. */
export function ChangeList({ shop, approval, state, children }: Props) {
  const { t, number } = useTexts("shops");
  const { list, dispatch, decide, undo, load, total, isEnd, isBusy, isFailed } = approval;
  const [view, setView] = useState<View>("words");
  const [open, setOpen] = useState<ItemPlace | null>(null);
  const [isHelp, setHelp] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const focus = useFocus(list.current, list.editing, total === 0, bar);
  const end = useEnd(!isEnd && !isBusy && !isFailed, load, list.rows.length);

  const row = list.rows.find(({ id }) => id === list.current);

  const run: Record<Command, () => void> = {
    next: () => dispatch({ do: "step", by: 1 }),
    previous: () => dispatch({ do: "step", by: -1 }),
    approve: () => list.current && decide(list.current, "approve"),
    reject: () => list.current && decide(list.current, "reject"),
    reopen: () => list.current && decide(list.current, "reopen"),
    edit: () => {
      if (row && row.state !== "rejected") dispatch({ do: "edit", id: row.id });
    },
    undo,
    view: () => setView(view === "words" ? "read" : "words"),
    keys: () => setHelp(true),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const command = isTyping(event.target) ? undefined : commandOf(event);
    if (!command) return;
    event.preventDefault();
    if (command !== "keys") focus.want();
    run[command]();
  };

  const onGo = useCallback((id: string) => dispatch({ do: "go", id }), [dispatch]);
  const onDecide = useCallback(
    (id: string, verdict: Parameters<typeof decide>[1]) => {
      focus.want();
      decide(id, verdict);
    },
    [decide, focus.want],
  );
  const onEdit = useCallback(
    (id: string) => {
      focus.want();
      dispatch({ do: "edit", id });
    },
    [dispatch, focus.want],
  );
  const onLeave = useCallback(() => {
    focus.want();
    dispatch({ do: "leave" });
  }, [dispatch, focus.want]);
  const onSaved = useCallback(
    (row: Change) => {
      focus.want();
      dispatch({ do: "replace", row });
    },
    [dispatch, focus.want],
  );
  const onUndo = useCallback(() => {
    focus.want();
    undo();
  }, [undo, focus.want]);
  const onKeys = useCallback(() => setHelp(true), []);
  const onOpen = useCallback(({ kind, item_id, title }: Change) => setOpen({ kind, id: item_id, title }), []);

  const left = Math.max(0, (total ?? 0) - list.rows.filter((row) => row.state !== state).length);
  const place = list.rows.findIndex(({ id }) => id === list.current) + 1;
  return (
    <>
      <div className="shop-toolbar" ref={bar} tabIndex={-1}>
        <Group gap="xs">
          <Small fw={600} flex={1} miw={120} className="shop-left">
            {total === null
              ? "\u00a0"
              : t(`shops.approval.left.${state}`, { count: left, number: number(left) })}
          </Small>
          {children(focus.want)}
          <Tools view={view} onView={setView} onKeys={onKeys} />
        </Group>
        <VisuallyHidden role="status">
          {place > 0 && t("shops.approval.place", { place: number(place), count: left, total: number(left) })}
        </VisuallyHidden>
      </div>
      {total === 0 && list.rows.length === 0 && (
        <EmptyState
          icon="check"
          title={t(`shops.approval.none.${state}`)}
          text={t(`shops.approval.noneText.${state}`)}
        />
      )}
      <Desk shop={shop} row={row}>
        <div
          role="feed"
          className="shop-changes"
          aria-label={t("shops.approval.list")}
          aria-busy={isBusy}
          onKeyDown={onKeyDown}
        >
          {list.rows.map((change, index) => (
            <ChangeCard
              key={change.id}
              shop={shop}
              change={change}
              place={index + 1}
              all={Math.max(list.rows.length, total ?? 0)}
              isCurrent={change.id === list.current}
              isEditing={change.id === list.editing}
              view={view}
              onGo={onGo}
              onLeave={onLeave}
              onSaved={onSaved}
              onOpen={onOpen}
            />
          ))}
        </div>
        <div ref={end}>
          {isFailed && (
            <Group gap="sm" role="alert">
              <Small>{t("shops.approval.failed")}</Small>
              <TextButton label={t("shell.loading.retry")} size="xs" onClick={load} />
            </Group>
          )}
          {!isEnd && !isFailed && <Loading h={220} radius="lg" />}
        </div>
        {row && row.id !== list.editing && (
          <DecisionBar
            shop={shop}
            change={row}
            place={t("shops.bench.place", {
              place: number(place),
              total: number(Math.max(list.rows.length, total ?? 0)),
            })}
            mayUndo={list.past.length > 0}
            onDecide={onDecide}
            onEdit={onEdit}
            onUndo={onUndo}
            onKeyDown={onKeyDown}
          />
        )}
      </Desk>
      {open && <ItemDialog shop={shop} item={open} onClose={() => setOpen(null)} />}
      {isHelp && <ApprovalKeys onClose={() => setHelp(false)} />}
    </>
  );
}

type ToolsProps = {
  view: View;
  onView: (view: View) => void;
  onKeys: () => void;
};

/** The actions about the whole list. */
const Tools = memo(function Tools({ view, onView, onKeys }: ToolsProps) {
  const { t } = useTexts("shops");
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t("shops.view.title")}
        data={(["words", "read"] as const).map((value) => ({ value, label: t(`shops.view.${value}`) }))}
        value={view}
        onChange={(next) => onView(next as View)}
      />
      <TextButton label={t("shops.approval.keys")} size="xs" className="shop-keys" onClick={onKeys} />
    </>
  );
});

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement && Boolean(target.closest("input, textarea, select, [contenteditable]"));

/**
 * Moves the focus to the current row after a key or a button, or to the toolbar if no row is left. The row is shown below
 * the toolbar if it is not visible as a whole: its beginning is what the user reads next.
 */
function useFocus(
  current: string | null,
  editing: string | null,
  isEmpty: boolean,
  bar: { current: HTMLElement | null },
) {
  const isWanted = useRef(false);
  const [turn, setTurn] = useState(0);
  const want = useCallback(() => {
    isWanted.current = true;
    // The same row gets the focus again, for example after its button was removed.
    setTurn((before) => before + 1);
  }, []);
  // The first row has the focus when the page opens, so that the keys work at once.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body || activeElement.id === "content";
    if (current && isFree) document.getElementById(cardId(current))?.focus({ preventScroll: true });
  }, [current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks for the focus.
  useLayoutEffect(() => {
    if (!isWanted.current || !(current || isEmpty)) return;
    isWanted.current = false;
    if (!current) {
      bar.current?.focus({ preventScroll: true });
      return;
    }
    const row = document.getElementById(cardId(current));
    if (!row) return;
    // An editor has the focus in its input.
    if (editing !== current) row.focus({ preventScroll: true });
    const top = ABOVE + (bar.current?.offsetHeight ?? 0);
    const box = row.getBoundingClientRect();
    if (box.top < top || box.bottom > innerHeight) scrollBy({ top: box.top - top, behavior: "instant" });
  }, [current, editing, isEmpty, turn, bar]);
  return { want };
}

/** Requests the next page while the end of the list is near. */
function useEnd(isWaiting: boolean, load: () => void, rows: number) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows move the end, which may still be near.
  useEffect(() => {
    if (!isWaiting || !ref.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: AHEAD,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isWaiting, load, rows]);
  return ref;
}
