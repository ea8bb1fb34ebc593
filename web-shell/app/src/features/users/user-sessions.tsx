import { Badge, Group } from "@mantine/core";
import type { AdminUser } from "../../admin/users";
import { api, unwrap, withId } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { deviceName } from "../../ui/device-name";
import { FormAlert } from "../../ui/form";
import { Panel } from "../../ui/page";
import { SessionRow } from "../../ui/session-row";
import { Dim, TextButton } from "../../ui/texts";

type Session = AdminUser["sessions"][number];

/** The sessions of a user; a permitted administrator can end one or all of them. */
export function UserSessions({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  const { message, act, press } = useAction();
  const { id, sessions } = user;
  const end = (session: string) => () =>
    unwrap(
      api.DELETE("/api/admin/users/{id}/sessions/{session}", {
        params: { path: { id, session } },
      }),
    );
  const endAll = () => unwrap(api.DELETE("/api/admin/users/{id}/sessions", withId(id)));
  return (
    <Panel title={t("admin.sessions.title")}>
      <FormAlert>{message}</FormAlert>
      {sessions.length === 0 && <Dim>{t("admin.sessions.none")}</Dim>}
      {sessions.length > 0 && (
        <ul className="admin-sessions">
          {sessions.map((session) => (
            <OneSession
              key={session.id}
              session={session}
              onEnd={user.may_act ? () => act(end(session.id), t("admin.sessions.ended")) : null}
            />
          ))}
        </ul>
      )}
      {user.may_act && sessions.length > 1 && (
        <Group>
          <TextButton label={t("admin.sessions.endAll")} {...press(endAll, t("admin.sessions.allEnded"))} />
        </Group>
      )}
    </Panel>
  );
}

function OneSession({ session, onEnd }: { session: Session; onEnd: (() => void) | null }) {
  const { t, dateTime, ago } = useTexts("admin");
  const device = deviceName(session.user_agent) ?? t("admin.sessions.unknown");
  const facts = [
    session.network,
    t("admin.sessions.since", { when: dateTime(session.created_at) }),
    session.seen_at && t("admin.sessions.seen", { when: ago(session.seen_at) }),
  ];
  return (
    <SessionRow
      device={device}
      facts={facts}
      badge={
        session.is_impersonated && (
          <Badge variant="default" tt="none">
            {t("admin.sessions.admin")}
          </Badge>
        )
      }
      end={
        onEnd && {
          text: t("admin.sessions.end"),
          label: t("admin.sessions.endOf", { device }),
          onClick: onEnd,
        }
      }
    />
  );
}
