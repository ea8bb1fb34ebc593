import { ActionIcon, Indicator, Popover, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { NotificationList } from "./notification-list";
import { useNotifications } from "./notifications";

const MOST_SHOWN = 99;

/** The bell in the top bar: the number of unread notifications, and the newest ones. */
export function Bell() {
  const { t } = useTexts("notifications");
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data } = useNotifications();
  const unread = data?.unread ?? 0;
  const label =
    unread > 0 ? t("notifications.bell.unread", { count: unread }) : t("notifications.bell.title");
  return (
    <Popover position="bottom-end" width={340} shadow="md" trapFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          c="var(--mantine-color-text)"
          aria-label={label}
          onClick={toggle}
        >
          <Indicator
            disabled={unread === 0}
            label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            size={16}
            offset={2}
            color="red"
          >
            <Icon name="bell" />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <VisuallyHidden role="status">{unread > 0 && label}</VisuallyHidden>
      <Popover.Dropdown p={0} aria-label={t("notifications.bell.title")}>
        <NotificationList notifications={data?.data ?? []} unread={unread} onFollow={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
