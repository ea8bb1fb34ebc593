import { PreviewResult, ToolScreen, useTool } from "@sitewright/sdk";
import { cardOf } from "./networks";
import "./social-post.css";

/** Posts for social networks as their feeds show them. */
export default function Tool() {
  const { Card, shows } = cardOf(useTool().id);
  return (
    <ToolScreen>
      {(run) => <PreviewResult run={run} shows={shows} draw={(post) => <Card {...post} />} />}
    </ToolScreen>
  );
}
