import GroupPage from "../features/groups/group-page";
import { ToolModule } from "../plugins/tool-module";

/** The page is a feature, the way modules are loaded is not: they meet here. */
export default function PostsRoute() {
  return <GroupPage group="posts" module={(tool, order) => <ToolModule tool={tool} order={order} />} />;
}
