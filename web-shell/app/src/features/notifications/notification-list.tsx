import { Group, Text, Title, VisuallyHidden } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { Link } from "react-router";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { type Language, pathTo } from "../../paths";
import { Dim, TextButton } from "../../ui/texts";
import "./notifications.css";
import { type Notification, useMarkRead } from "./notifications";

const ICONS: Record<Notification["kind"], IconName> = {
  "run-finished": "document",
  "bulk-finished": "table",
  "bulk-paused": "pause",
  "model-budget-used-up": "alert",
  "words-low": "alert",
  "new-place": "shield",
  "plan-requested": "user",
  "plan-changed": "check",
  "plan-declined": "info",
  "plugin-rolled-back": "again",
  "plugin-quarantined": "alert",
  "review-requested": "upload",
  "review-approved": "check",
  "review-returned": "info",
  "version-decided": "info",
  "revenue-agreed": "check",
  "revenue-shared": "star",
  "revenue-adjusted": "info",
  "revenue-paid": "check",
  "revenue-returned": "alert",
  "member-joined": "user",
  "member-left": "user",
  "member-removed": "user",
  "made-owner": "shield",
  "made-member": "user",
  "publisher-abandoned": "alert",
  "listing-requested": "upload",
  "listing-approved": "check",
  "listing-declined": "info",
  "listing-ended": "info",
  "shop-proposed": "shop",
  "shop-written": "shop",
  "shop-partly-undone": "alert",
  "shop-partly-written": "alert",
  "shop-undone": "shop",
  "shop-failed": "shop",
  "post-published": "news",
  "webhook-turned-off": "alert",
  "audit-finished": "gauge",
  "audit-worse": "alert",
  "audit-failed": "alert",
  "task-due": "clock",
  "tasks-due": "clock",
  "task-returned": "task",
  "tasks-returned": "task",
};

/** The page that a notification links to, if any. */
function pageOf({ kind, about }: Notification, language: Language): string | null {
  if (about && kind === "run-finished") return pathTo("document", language, { document: about });
  if (about && kind.startsWith("plugin-")) return pathTo("adminPackage", language, { package: about });
  if (about && kind.startsWith("audit-")) return pathTo("audit", language, { audit: about });
  if (about && kind === "post-published") return pathTo("adminPost", language, { post: about });
  if (kind === "plan-requested") return pathTo("adminProducts", language);
  if (about && kind === "review-requested") return pathTo("adminReview", language, { review: about });
  if (about && (kind.startsWith("review-") || kind === "version-decided"))
    return pathTo("publisherPackage", language, { submission: about });
  if (kind === "publisher-abandoned") return pathTo("adminPublishers", language);
  if (about && kind === "listing-requested") return pathTo("adminPlugin", language, { plugin: about });
  if (about && kind.startsWith("listing-")) return pathTo("publisherPlugin", language, { plugin: about });
  if (kind === "member-removed") return pathTo("publisher", language);
  if (kind.startsWith("member-") || kind.startsWith("made-")) return pathTo("publisherMembers", language);
  if (kind.startsWith("revenue-")) return pathTo("publisherEarnings", language);
  if (kind.startsWith("plan-")) return pathTo("settingsBilling", language);
  if (about && kind === "shop-proposed") return pathTo("shopApproval", language, { shop: about });
  if (about && kind === "shop-failed") return pathTo("shop", language, { shop: about });
  if (about && kind.startsWith("shop-partly-")) {
    const state = kind === "shop-partly-undone" ? "undo-conflict" : "conflict";
    return `${pathTo("shopHistory", language, { shop: about })}?state=${state}`;
  }
  if (about && kind.startsWith("shop-")) return pathTo("shopHistory", language, { shop: about });
  if (about && kind.startsWith("task-")) return pathTo("task", language, { task: about });
  if (kind.startsWith("tasks-")) return pathTo("tasks", language);
  if (kind === "webhook-turned-off") return pathTo("settingsWebhooks", language);
  if (about && kind.startsWith("bulk-")) return pathTo("bulkJob", language, { job: about });
  return null;
}

type Props = { notifications: Notification[]; unread: number; onFollow: () => void };

export function NotificationList({ notifications, unread, onFollow }: Props) {
  const { t } = useTexts("notifications");
  const { mutate: markRead } = useMarkRead();
  return (
    <>
      <Group justify="space-between" px="md" py="xs" gap={4}>
        <Title order={2} size="h5">
          {t("notifications.bell.title")}
        </Title>
        {unread > 0 && (
          <TextButton
            label={t("notifications.list.readAll")}
            size="compact-sm"
            variant="subtle"
            mx={-8}
            onClick={() => markRead(null)}
          />
        )}
      </Group>
      {notifications.length === 0 ? (
        <Dim px="md" pb="md">
          {t("notifications.list.none")}
        </Dim>
      ) : (
        <ul className="notification-list">
          {notifications.map((notification) => (
            <li key={notification.id}>
              <Row notification={notification} onRead={markRead} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type RowProps = { notification: Notification; onRead: (id: string) => void; onFollow: () => void };

/** Links to its subject; a notification without one can still be marked as read. */
function Row({ notification, onRead, onFollow }: RowProps) {
  const language = usePageLanguage();
  const page = pageOf(notification, language);
  const read = () => !notification.read && onRead(notification.id);
  const content = <RowContent notification={notification} />;
  if (page)
    return (
      <Link
        to={page}
        className="notification"
        onClick={() => {
          read();
          onFollow();
        }}
      >
        {content}
      </Link>
    );
  if (notification.read) return <div className="notification">{content}</div>;
  return (
    <button type="button" className="notification" onClick={read}>
      {content}
    </button>
  );
}

function RowContent({ notification }: { notification: Notification }) {
  const { t, dateTime } = useTexts("notifications");
  const { kind, read, text, created_at } = notification;
  return (
    <>
      <Icon name={ICONS[kind]} />
      <span className="notification-text">
        <Text component="span" display="block" size="sm" fw={read ? 400 : 600}>
          {!read && <VisuallyHidden>{t("notifications.list.unread")} </VisuallyHidden>}
          {text}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed">
          {dateTime(created_at)}
        </Text>
      </span>
      {!read && <span className="notification-dot" aria-hidden="true" />}
    </>
  );
}
