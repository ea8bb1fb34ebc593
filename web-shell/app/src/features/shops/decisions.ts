import { AFTER, type Verdict, verdictTo } from "./approval";
import type { Change } from "./shops";

type ChangeState = Change["state"];
export type Refused = { id: string; before: ChangeState };
type Waiting = Refused & { verdict: Verdict };

/** Ids of one request; the same value as in the server. */
const MOST_IDS = 500;
/** Decisions that follow each other faster are sent together. */
const WAIT_MS = 500;

type Sending = {
  /** Sends one decision about these changes, which are in the state `from`; returns how many the server has changed. */
  send: (verdict: Verdict, ids: string[], from: ChangeState) => Promise<number>;
  /** The decisions that the server has refused, with the states from before. */
  onRefused: (rows: Refused[]) => void;
  /** Some of the changes were in another state than the list shows. */
  onOutdated: () => void;
  most?: number;
  wait?: number;
};

/** The decisions of one kind about changes in one state are sent together: the server changes no others. */
function batchesOf(rows: Waiting[], most: number): Waiting[][] {
  const kinds = new Map<string, Waiting[]>();
  for (const row of rows) {
    const kind = `${row.verdict} ${row.before}`;
    const known = kinds.get(kind);
    if (known) known.push(row);
    else kinds.set(kind, [row]);
  }
  return [...kinds.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / most) }, (_, place) =>
      all.slice(place * most, (place + 1) * most),
    ),
  );
}

/**
 * Sends decisions in batches, one request at a time, so that decisions about the same change arrive in their order. One
 * that is taken back before it was sent is not sent.
 */
export function sendDecisions({ send, onRefused, onOutdated, most = MOST_IDS, wait = WAIT_MS }: Sending) {
  /** Decisions to send, by change, with the state that the server has. */
  const waiting = new Map<string, { verdict: Verdict; before: ChangeState }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy: Promise<void> | null = null;

  const sendBatch = async (rows: Waiting[]) => {
    const [first] = rows;
    if (!first) return;
    const ids = rows.map(({ id }) => id);
    try {
      const changed = await send(first.verdict, ids, first.before);
      if (changed < rows.length) onOutdated();
    } catch {
      const refused = rows.filter(({ id, before }) => {
        const newer = waiting.get(id);
        if (newer) put(id, newer.verdict, before);
        return !newer;
      });
      if (refused.length > 0) onRefused(refused);
    }
  };

  const sendAll = async () => {
    while (waiting.size > 0) {
      const all = [...waiting].map(([id, { verdict, before }]) => ({ id, verdict, before }));
      waiting.clear();
      for (const rows of batchesOf(all, most)) await sendBatch(rows);
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    busy ??= sendAll().finally(() => {
      busy = null;
    });
    return busy;
  };

  /** Stores a decision; `before` is the state that the server has, unless one is waiting already. */
  function put(id: string, verdict: Verdict, before: ChangeState) {
    if (AFTER[verdict] === before) waiting.delete(id);
    else waiting.set(id, { verdict, before });
  }

  return {
    /** Adds the decision that brings a change to a state from the one that is shown. */
    add(id: string, state: ChangeState, shown: ChangeState) {
      put(id, verdictTo(state), waiting.get(id)?.before ?? shown);
      clearTimeout(timer);
      if (waiting.size >= most) flush();
      else timer = setTimeout(flush, wait);
    },
    /** Sends all that waits. */
    flush,
    /** Whether something is not stored yet. */
    isBusy: () => busy !== null || waiting.size > 0,
  };
}
