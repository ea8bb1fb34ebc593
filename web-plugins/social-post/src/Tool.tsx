import { PreviewResult, ToolScreen, useTool } from "@sitewright/sdk";
import { networkOf } from "./networks";
import "./social-post.css";

/** Posts for social networks as their feeds show them. */
export default function Tool() {
  const { Card, needs, shows } = networkOf(useTool().id);
  return (
    <ToolScreen streams>
      {(run) => <PreviewResult run={run} needs={needs} shows={shows} draw={(post) => <Card {...post} />} />}
    </ToolScreen>
  );
}
