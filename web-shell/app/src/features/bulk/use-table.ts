import { useDebouncedCallback } from "@mantine/hooks";
import { fieldsOf, inputOf, type Values } from "@sitewright/sdk/fields";
import { ApiProblem, at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTool } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { type Column, deleteJob, type Job, missingFields, sendTable, type Table, TableProblem } from "./jobs";

const TYPING_MS = 400;

const NOTHING = { file: null, columns: {}, fixed: {} };
type Draft = { file: File | null; columns: Record<string, string | null>; fixed: Values };

/** A table in preparation: each change starts another check and drops the previous one. */
export function useTable(tool: string) {
  const { t } = useTexts("bulk");
  const queries = useQueryClient();
  const { data } = useTool(tool);
  const [draft, setDraft] = useState<Draft>(NOTHING);
  const [job, setJob] = useState<Job | null>(null);
  const [columns, setColumns] = useState<Column[]>([]);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const stored = useRef<string | null>(null);

  const forget = async () => {
    const id = stored.current;
    stored.current = null;
    if (id) await deleteJob(id).catch(() => {});
  };

  // Leaving without a start deletes the job, even if its check is still running.
  useEffect(
    () => () => {
      turn.current += 1;
      if (stored.current) deleteJob(stored.current).catch(() => {});
    },
    [],
  );

  const check = async ({ file, columns, fixed }: Draft) => {
    const mine = ++turn.current;
    if (!file) return;
    setBusy(true);
    setProblem(null);
    const schema = data?.input ?? {};
    const table: Table = { file, columns, fixed: inputOf(fieldsOf(schema), fixed) };
    try {
      const checked = await sendTable(tool, table);
      // The table has changed in the meantime: this check is outdated.
      if (mine !== turn.current) return void deleteJob(checked.id).catch(() => {});
      await forget();
      stored.current = checked.id;
      setJob(checked);
      setColumns(checked.columns);
    } catch (failure) {
      if (!(failure instanceof ApiProblem)) throw failure;
      if (mine !== turn.current) return;
      await forget();
      setProblem(failure);
      setJob(null);
      const names = failure instanceof TableProblem ? failure.columns : [];
      if (names.length > 0) setColumns(names.map((name) => ({ name, field: null })));
    } finally {
      if (mine === turn.current) setBusy(false);
      queries.invalidateQueries(at("/api/bulk"));
    }
  };
  const checkLater = useDebouncedCallback(check, TYPING_MS);
  const change = (next: Partial<Draft>, later = false) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    if (later) checkLater(changed);
    else check(changed);
  };

  // A refused table has its own message, with the names of the fields.
  const missing = problem ? [] : missingFields(fieldsOf(data?.input ?? {}), columns, draft.fixed);
  const errors = Object.entries(problem?.errors ?? {}).map(([field, texts]) => [field, texts[0] ?? ""]);
  return {
    ...draft,
    columns,
    /** The fields that every row lacks. */
    missing,
    job,
    busy,
    errors: Object.fromEntries(errors) as Record<string, string>,
    problem: problem && (problem.message || t("bulk.new.unreachable")),
    /** Whether a larger plan would help. */
    limited: problem?.status === 402,
    choose: (file: File) => {
      setColumns([]);
      change({ file, columns: {} });
    },
    match: (column: string, field: string | null) => {
      // A field moves to the selected column.
      const others = Object.fromEntries(
        columns.filter((other) => field !== null && other.field === field).map(({ name }) => [name, null]),
      );
      change({ columns: { ...draft.columns, ...others, [column]: field } });
    },
    /** The job is being started, so it must not be deleted. */
    keep: () => {
      stored.current = null;
    },
    fix: (fixed: Values) => change({ fixed }, true),
    clear: () => {
      turn.current += 1;
      forget();
      setDraft(NOTHING);
      setJob(null);
      setColumns([]);
      setProblem(null);
      setBusy(false);
    },
  };
}
