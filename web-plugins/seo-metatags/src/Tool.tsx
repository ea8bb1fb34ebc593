import { ToolScreen } from "@sitewright/sdk";
import { MetatagsResult } from "./metatags-result";

/** Titles and descriptions as the search results and networks will show them. */
export default function Tool() {
  return <ToolScreen>{(run) => <MetatagsResult key={run.run?.id} run={run} />}</ToolScreen>;
}
