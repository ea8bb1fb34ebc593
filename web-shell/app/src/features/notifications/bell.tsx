import { ActionIcon, Indicator, VisuallyHidden } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import type { ComponentProps } from "react";
import { useTexts } from "../../i18n/use-texts";
import { whenWanted } from "../../ui/when-wanted";
import { useNotifications } from "./notifications";

const MOST_SHOWN = 99;

/** The button of the list, with the number of unread notifications. */
export function BellButton(button: ComponentProps<"button">) {
  const { t } = useTexts("notifications");
  const unread = useNotifications().data?.unread ?? 0;
  const label =
    unread > 0 ? t("notifications.bell.unread", { count: unread }) : t("notifications.bell.title");
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        c="var(--mantine-color-text)"
        aria-label={label}
        aria-haspopup="dialog"
        {...(button as object)}
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
      <VisuallyHidden role="status">{unread > 0 && label}</VisuallyHidden>
    </>
  );
}

/** The bell in the top bar: the number of unread notifications, and the newest ones. */
export const Bell = whenWanted<object>(() => import("./bell-list"), BellButton);
