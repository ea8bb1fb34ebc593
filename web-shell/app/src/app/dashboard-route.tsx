import { DashboardPage } from "../features/dashboard/dashboard-page";
import { ToolShelf } from "../features/tools/tool-shelf";

/** The dashboard shows parts of other features, which a feature may not import. */
export default function DashboardRoute() {
  return <DashboardPage tools={<ToolShelf />} />;
}
