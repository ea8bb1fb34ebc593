import { Card } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { NotificationList } from "./notification-list";
import { useNotifications } from "./notifications";

const SHOWN = 3;

/** The newest unread notifications; nothing if there are none. */
export function WaitingNotifications() {
  const { t } = useTexts("notifications");
  const { data } = useNotifications();
  const waiting = (data?.data ?? []).filter(({ read }) => !read);
  if (!data || waiting.length === 0) return null;
  return (
    <Card withBorder padding={0} component="section" aria-label={t("notifications.bell.title")}>
      <NotificationList notifications={waiting.slice(0, SHOWN)} unread={data.unread} onFollow={() => {}} />
    </Card>
  );
}
