import { DashboardPage } from "../features/dashboard/dashboard-page";
import { RecentDocuments } from "../features/documents/recent-documents";
import { FirstSteps } from "../features/projects/first-steps";
import { ToolShelf } from "../features/tools/tool-shelf";

/** The dashboard shows pieces of other features; a feature may not import another, so they meet here. */
export default function DashboardRoute() {
  return (
    <DashboardPage
      documents={<RecentDocuments />}
      tools={
        <>
          <FirstSteps />
          <ToolShelf />
        </>
      }
    />
  );
}
