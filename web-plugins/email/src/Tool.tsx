import { PreviewResult, present, ToolScreen } from "@sitewright/sdk";
import { InboxRow } from "./inbox-row";
import { Message } from "./message";
import "./email.css";

/** A message in the inbox, and when opened. */
export default function Tool() {
  return (
    <ToolScreen streams>
      {(run) => (
        <PreviewResult
          run={run}
          width="34rem"
          needs={["subject", "body"]}
          shows={(parts) => present(parts, "subject", "preheader", "body")}
          draw={(mail) => (
            <>
              <InboxRow {...mail} />
              <Message {...mail} />
            </>
          )}
        />
      )}
    </ToolScreen>
  );
}
