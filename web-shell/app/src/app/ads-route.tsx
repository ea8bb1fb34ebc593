import GroupPage from "../features/groups/group-page";
import { ToolModule } from "../plugins/tool-module";

/** Connects the page, a feature, with the loading of modules, which is not. */
export default function AdsRoute() {
  return <GroupPage group="ads" module={(tool, order) => <ToolModule tool={tool} order={order} />} />;
}
