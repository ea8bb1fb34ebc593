import { PreviewResult, ToolScreen, useTool } from "@sitewright/sdk";
import { formatOf } from "./formats";
import "./ads.css";

/** Ads as the search results and the feeds show them. */
export default function Tool() {
  const format = formatOf(useTool().id);
  return <ToolScreen streams>{(run) => <PreviewResult run={run} {...format} />}</ToolScreen>;
}
