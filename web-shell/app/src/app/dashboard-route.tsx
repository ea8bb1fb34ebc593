import { DashboardPage } from "../features/dashboard/dashboard-page";
import { RecentDocuments } from "../features/documents/recent-documents";
import { WaitingNotifications } from "../features/notifications/waiting-notifications";
import { ToolShelf } from "../features/tools/tool-shelf";

/** The dashboard shows pieces of other features; a feature may not import another, so they meet here. */
export default function DashboardRoute() {
  return (
    <DashboardPage
      documents={<RecentDocuments />}
      tools={<ToolShelf />}
      notifications={<WaitingNotifications />}
    />
  );
}
