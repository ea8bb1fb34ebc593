import { PreviewResult, present, ToolScreen } from "@sitewright/sdk";
import { SideBySide } from "./side-by-side";
import "./translate.css";

/** A text and its translation, paragraph beside paragraph. */
export default function Tool() {
  return (
    <ToolScreen>
      {(run) => (
        <PreviewResult
          run={run}
          width="100%"
          needs={["text"]}
          shows={(parts) => present(parts, "text")}
          draw={(translation) => <SideBySide {...translation} />}
        />
      )}
    </ToolScreen>
  );
}
