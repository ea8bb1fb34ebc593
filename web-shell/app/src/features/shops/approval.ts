import type { Change } from "./shops";

/** What a user decides about a proposal. */
export type Verdict = "approve" | "reject" | "reopen";

/** The state after each decision. */
export const AFTER = { approve: "approved", reject: "rejected", reopen: "proposed" } as const;

type ChangeState = Change["state"];
type Decided = { id: string; before: ChangeState };

/** The list of proposals: rows stay where they are when they are decided, so that nothing moves under the reader. */
export type Approval = {
  /** In the order of the server, each once. */
  rows: Change[];
  /** The row that the keys refer to. */
  current: string | null;
  /** The row that is being edited. */
  editing: string | null;
  /** Decisions that can be undone, the last one at the end. */
  past: Decided[];
};

export type Action =
  | { do: "load"; rows: Change[] }
  | { do: "clear" }
  | { do: "go"; id: string }
  | { do: "step"; by: 1 | -1 }
  | { do: "decide"; id: string; verdict: Verdict }
  | { do: "undo" }
  | { do: "refuse"; rows: Decided[] }
  | { do: "edit"; id: string }
  | { do: "leave" }
  | { do: "replace"; row: Change };

export const NOTHING: Approval = { rows: [], current: null, editing: null, past: [] };

/** Decisions that can be undone. */
const MOST_PAST = 200;

export const rowOf = (list: Approval, id: string | null) => list.rows.find((row) => row.id === id);
export const isOpen = ({ state }: Pick<Change, "state">) => state === "proposed";

/** The decision that brings a row from one state to another. */
export const verdictTo = (state: ChangeState): Verdict =>
  state === "approved" ? "approve" : state === "rejected" ? "reject" : "reopen";

const withState = (rows: Change[], id: string, state: ChangeState): Change[] =>
  rows.map((row) => (row.id === id ? { ...row, state } : row));

/** The next proposal to decide on behind a row; before it if there is none, and the row itself if all are decided. */
function nextOpen(rows: Change[], id: string): string {
  const place = rows.findIndex((row) => row.id === id);
  const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place)).reverse()];
  return others.find(isOpen)?.id ?? id;
}

function decide(list: Approval, id: string, verdict: Verdict): Approval {
  const row = rowOf(list, id);
  const state = AFTER[verdict];
  if (!row || row.state === state) return list;
  const rows = withState(list.rows, id, state);
  return {
    rows,
    editing: list.editing === id ? null : list.editing,
    // A row that is taken back stays the current one: it is to be decided again.
    current: verdict === "reopen" ? id : nextOpen(rows, id),
    past: [...list.past, { id, before: row.state }].slice(-MOST_PAST),
  };
}

function undo(list: Approval): Approval {
  const last = list.past.at(-1);
  if (!last) return list;
  return {
    ...list,
    rows: withState(list.rows, last.id, last.before),
    current: last.id,
    past: list.past.slice(0, -1),
  };
}

/** Rows whose decision the server has refused are as before. The user stays where they are. */
function refuse(list: Approval, refused: Decided[]): Approval {
  const before = new Map(refused.map((row) => [row.id, row.before]));
  return {
    ...list,
    rows: list.rows.map((row) => ({ ...row, state: before.get(row.id) ?? row.state })),
    past: list.past.filter(({ id }) => !before.has(id)),
  };
}

function load(list: Approval, rows: Change[]): Approval {
  const known = new Set(list.rows.map(({ id }) => id));
  const all = [...list.rows, ...rows.filter(({ id }) => !known.has(id))];
  return { ...list, rows: all, current: list.current ?? all[0]?.id ?? null };
}

function step(list: Approval, by: 1 | -1): Approval {
  const place = list.rows.findIndex(({ id }) => id === list.current);
  const next = list.rows[Math.min(Math.max(place + by, 0), list.rows.length - 1)];
  return next ? { ...list, current: next.id } : list;
}

export function reduce(list: Approval, action: Action): Approval {
  switch (action.do) {
    case "load":
      return load(list, action.rows);
    case "clear":
      return NOTHING;
    case "go":
      return list.current === action.id ? list : { ...list, current: action.id };
    case "step":
      return step(list, action.by);
    case "decide":
      return decide(list, action.id, action.verdict);
    case "undo":
      return undo(list);
    case "refuse":
      return refuse(list, action.rows);
    case "edit":
      return { ...list, current: action.id, editing: action.id };
    case "leave":
      return { ...list, editing: null };
    case "replace":
      return {
        ...list,
        editing: list.editing === action.row.id ? null : list.editing,
        rows: list.rows.map((row) => (row.id === action.row.id ? action.row : row)),
      };
  }
}

/** What a key does in the list. */
export type Command =
  | "next"
  | "previous"
  | "approve"
  | "reject"
  | "edit"
  | "reopen"
  | "undo"
  | "view"
  | "keys";

const KEYS: Record<string, Command> = {
  j: "next",
  ArrowDown: "next",
  k: "previous",
  ArrowUp: "previous",
  a: "approve",
  r: "reject",
  e: "edit",
  u: "reopen",
  z: "undo",
  v: "view",
  "?": "keys",
};

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** The command of a key; keys with a modifier are the browser's. */
export const commandOf = ({ key, ctrlKey, metaKey, altKey }: Key): Command | undefined =>
  ctrlKey || metaKey || altKey ? undefined : KEYS[key.length === 1 ? key.toLowerCase() : key];
