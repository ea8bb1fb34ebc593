import { ToolLock } from "../features/tools/tool-lock";
import { TrialPage } from "../features/trials/trial-page";
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
