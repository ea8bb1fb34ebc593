import { under } from "@sitewright/sdk/shell";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { notify } from "../ui/notify";
import { useFormProblem } from "../ui/use-form-problem";
import { useConfirmed } from "./use-confirmed";

/** What the pages of administrators and publishers show. */
const SHOWN = under("/api/admin", "/api/publisher");

/** Runs an action: asks for the password if the server requires it, reports success, and reloads what has changed. */
export function useAction() {
  const queries = useQueryClient();
  const { submit, ...form } = useFormProblem();
  const { run, dialog } = useConfirmed();
  const act = (action: () => Promise<unknown>, done?: string, changed: QueryFilters | null = SHOWN) =>
    submit(() =>
      run(async () => {
        await action();
        if (done) notify.success(done);
        if (changed) await queries.invalidateQueries(changed);
      }),
    );
  return { ...form, dialog, act };
}
