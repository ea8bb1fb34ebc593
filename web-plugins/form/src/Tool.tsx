import { ToolScreen } from "@sitewright/sdk";
import { Result } from "./result";

/** Draws any tool from its schemas: form, live text, result, history. */
export default function Tool() {
  return <ToolScreen>{(run) => <Result run={run} />}</ToolScreen>;
}
