import { isAsWritten } from "@sitewright/sdk/result-text";
import { type Document, useSdkTexts } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { toolQuery } from "../../api/catalogue";
import { useApi } from "../../api/client";
import { BLOG } from "./blog";

/**
 * The tool of a document and its run: without them the text is shown as it is. `isDrawn`: the text is as the tool wrote
 * it, so that the tool's module draws it.
 */
export function useOrigin(document: Document) {
  const ofSdk = useSdkTexts();
  const isWritten = document.tool === BLOG;
  const { data, isPending } = useQuery({
    ...toolQuery(document.tool),
    enabled: !isWritten,
    throwOnError: false,
  });
  const { data: run, isPending: isRunPending } = useApi(
    "/api/runs/{id}",
    { path: { id: document.run_id } },
    { enabled: !isWritten, quiet: true, throwOnError: false, staleTime: Number.POSITIVE_INFINITY },
  );
  const tool = data ?? undefined;
  const output = tool?.output ?? {};
  const heading = (number: number) => ofSdk("sdk.result.variant", { number });
  const isDrawn = tool !== undefined && run !== undefined && isAsWritten(document, output, run, heading);
  return { tool, run, output, isDrawn, isKnown: isWritten || (!isPending && !isRunPending) };
}
