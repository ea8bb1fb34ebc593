import { DashboardPage } from "../features/dashboard/dashboard-page";
import { RecentDocuments } from "../features/documents/recent-documents";
import { WaitingNotifications } from "../features/notifications/waiting-notifications";
import { ToolShelf } from "../features/tools/tool-shelf";

/** The dashboard shows parts of other features, which a feature may not import. */
export default function DashboardRoute() {
  return (
    <DashboardPage
      documents={<RecentDocuments />}
      tools={<ToolShelf />}
      notifications={<WaitingNotifications />}
    />
  );
}
