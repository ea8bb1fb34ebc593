import { TrialPage } from "../features/trials/trial-page";
import { ToolModule } from "../plugins/tool-module";
import { ToolLock } from "../ui/tool-lock";

/** A trial shows parts of a tool's page, which belong to another feature. */
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
