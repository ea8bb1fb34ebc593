import ToolPage from "../features/tools/tool-page";
import { ToolModule } from "../plugins/tool-module";

/** The tool's page is a feature, the way its module is loaded is not: they meet here. */
export default function ToolRoute() {
  return <ToolPage module={(tool) => <ToolModule tool={tool} />} />;
}
