import { Badge, Button, Group } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { deviceName } from "../../ui/device-name";
import { Loading } from "../../ui/loading";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/section";
import { SessionRow } from "../../ui/session-row";
import { useSubmit } from "../../ui/use-submit";
import { type Session, sessionsQuery } from "./security";

/** Where the person is signed in; each of them can be ended, and all others at once. */
export function SessionsSection() {
  const { t } = useTranslation("settings");
  const queries = useQueryClient();
  const { data: sessions } = useQuery(sessionsQuery);
  const { busy, submit } = useSubmit();

  const end = async (id: string) => {
    await unwrap(api.DELETE("/api/user/sessions/{id}", { params: { path: { id } } }));
    notify.success(t("settings.sessions.ended"));
    await queries.invalidateQueries(sessionsQuery);
  };
  const endOthers = async () => {
    await unwrap(api.DELETE("/api/user/sessions"));
    notify.success(t("settings.sessions.othersDone"));
    await queries.invalidateQueries(sessionsQuery);
  };
  return (
    <Section title={t("settings.sessions.title")}>
      {sessions ? (
        <ul className="sw-sessions">
          {sessions.map((session) => (
            <OneSession key={session.id} session={session} onEnd={() => submit(() => end(session.id))} />
          ))}
        </ul>
      ) : (
        <Loading h={80} />
      )}
      {sessions && sessions.length > 1 && (
        <Group>
          <Button variant="default" loading={busy} onClick={() => submit(endOthers)}>
            {t("settings.sessions.others")}
          </Button>
        </Group>
      )}
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
