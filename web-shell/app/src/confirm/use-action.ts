import { under } from "@sitewright/sdk/shell";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { notify } from "../ui/notify";
import { useFields } from "../ui/use-fields";
import { useSubmit } from "../ui/use-submit";
import { useConfirmed } from "./use-confirmed";

/** What the pages of administrators and publishers show. */
const SHOWN = under("/api/admin", "/api/publisher");

type Submit = ReturnType<typeof useSubmit>["submit"];

/** Runs an action: asks for the password if the server requires it, reports success, and reloads what has changed. */
function useConfirmedAction(submit: Submit) {
  const queries = useQueryClient();
  const { run, dialog } = useConfirmed();
  const act = (action: () => Promise<unknown>, done?: string, changed: QueryFilters | null = SHOWN) =>
    submit(() =>
      run(async () => {
        await action();
        if (done) notify.success(done);
        if (changed) await queries.invalidateQueries(changed);
      }),
    );
  return { dialog, act };
}

/** An action of a button. */
export function useAction() {
  const { submit, ...state } = useSubmit();
  return { ...state, ...useConfirmedAction(submit) };
}

/** An action of a form. */
export function useActionForm<T extends Record<string, unknown>>(initialValues: T) {
  const { submit, ...state } = useFields(initialValues);
  return { ...state, ...useConfirmedAction(submit) };
}
