import { TrialPage } from "../features/admin/trial-page";
import { ToolLock } from "../features/tools/tool-lock";
import { ToolModule } from "../plugins/tool-module";

/** A trial shows what a tool's page shows, whose parts are another feature's: they meet here. */
export default function TrialRoute() {
  return (
    <TrialPage
      screen={(tool) => (
        <>
          <ToolLock tool={tool} />
          <ToolModule tool={tool} />
        </>
      )}
    />
  );
}
