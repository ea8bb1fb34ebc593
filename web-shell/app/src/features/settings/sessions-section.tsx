import { Badge, Group } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useAction } from "../../confirm/use-action";
import { deviceName } from "../../ui/device-name";
import { Loading } from "../../ui/loading";
import { Section } from "../../ui/section";
import { SessionRow } from "../../ui/session-row";
import { TextButton } from "../../ui/texts";
import { type Session, sessionsQuery } from "./security";

/** Where the person is signed in; each of them can be ended, and all others at once. */
export function SessionsSection() {
  const { t } = useTranslation("settings");
  const { data: sessions } = useQuery(sessionsQuery);
  const { busy, dialog, act } = useAction();

  const end = (id: string) => unwrap(api.DELETE("/api/user/sessions/{id}", { params: { path: { id } } }));
  const endOthers = () => unwrap(api.DELETE("/api/user/sessions"));
  return (
    <Section title={t("settings.sessions.title")}>
      {sessions ? (
        <ul className="sw-sessions">
          {sessions.map((session) => (
            <OneSession
              key={session.id}
              session={session}
              onEnd={() => act(() => end(session.id), t("settings.sessions.ended"), sessionsQuery)}
            />
          ))}
        </ul>
      ) : (
        <Loading h={80} />
      )}
      {sessions && sessions.length > 1 && (
        <Group>
          <TextButton
            label={t("settings.sessions.others")}
            loading={busy}
            onClick={() => act(endOthers, t("settings.sessions.othersDone"), sessionsQuery)}
          />
        </Group>
      )}
      {dialog}
    </Section>
  );
}

function OneSession({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation("settings");
  const { dateTime, ago } = useFormats();
  const device = session.is_impersonated
    ? t("settings.sessions.admin")
    : (deviceName(session.user_agent) ?? t("settings.sessions.unknown"));
  const facts = [
    session.network,
    t("settings.sessions.since", { when: dateTime(session.created_at) }),
    session.seen_at && t("settings.sessions.seen", { when: ago(session.seen_at) }),
  ];
  return (
    <SessionRow
      device={device}
      facts={facts}
      badge={
        session.is_current && (
          <Badge variant="light" c="var(--mantine-color-text)">
            {t("settings.sessions.here")}
          </Badge>
        )
      }
      end={
        session.is_current
          ? null
          : {
              text: t("settings.sessions.end"),
              label: t("settings.sessions.endOf", { device }),
              onClick: onEnd,
            }
      }
    />
  );
}
