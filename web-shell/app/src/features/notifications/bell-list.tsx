import { Popover } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { type Opening, useOpening } from "../../ui/when-wanted";
import { BellButton } from "./bell";
import { NotificationList } from "./notification-list";
import { useNotifications } from "./notifications";

/** The bell with the newest notifications. */
export default function BellList({ startsOpen }: Opening) {
  const { t } = useTexts("notifications");
  const { opened, toggle, close } = useOpening(startsOpen);
  const { data } = useNotifications();
  return (
    <Popover position="bottom-end" width={340} shadow="md" trapFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <BellButton onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t("notifications.bell.title")}>
        <NotificationList notifications={data?.data ?? []} unread={data?.unread ?? 0} onFollow={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
