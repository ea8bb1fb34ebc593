import { ToolScreen } from "@sitewright/sdk";
import { MetatagsResult } from "./metatags-result";

/** Titles and descriptions as search results and networks show them. */
export default function Tool() {
  return <ToolScreen streams>{(run) => <MetatagsResult key={run.run?.id} run={run} />}</ToolScreen>;
}
