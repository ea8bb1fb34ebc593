import { Group } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { Icon } from "@sitewright/ui/icon";
import { text } from "../i18n/i18n";
import { Small, TextButton } from "./texts";
import "@mantine/notifications/styles.css";

const UNDO_MS = 8_000;

const closeLabel = () => ({ "aria-label": text("shell.action.close") });

/** Error messages, which disappear with the page or the next attempt. */
const errors = new Set<string>();

/** The place of the messages. */
export const Place = () => <Notifications position="bottom-right" limit={4} />;

export const notices = {
  /** Removes all messages, such as the one about a wrong password. */
  clear: () => notifications.clean(),
  /** Removes error messages. */
  clearErrors: () => {
    for (const id of errors) notifications.hide(id);
    errors.clear();
  },
  success: (message: string) =>
    notifications.show({
      message,
      color: "spruce",
      icon: <Icon name="check" />,
      withBorder: true,
      closeButtonProps: closeLabel(),
    }),
  // One message at a time for the same error: the text is the id.
  error: (message: string) => {
    errors.add(message);
    notifications.show({
      id: message,
      message,
      color: "red",
      icon: <Icon name="alert" />,
      role: "alert",
      withBorder: true,
      closeButtonProps: closeLabel(),
    });
  },
  undo: (message: string, undo: () => void) => {
    const id = notifications.show({
      color: "gray",
      withBorder: true,
      autoClose: UNDO_MS,
      closeButtonProps: closeLabel(),
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Small>{message}</Small>
          <TextButton
            label={text("shell.action.undo")}
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          />
        </Group>
      ),
    });
  },
};
