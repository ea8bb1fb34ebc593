import ToolPage from "../features/tools/tool-page";
import { ToolModule } from "../plugins/tool-module";

/** Connects the tool's page, a feature, with the loading of its module, which is not. */
export default function ToolRoute() {
  return <ToolPage module={(tool) => <ToolModule tool={tool} />} />;
}
