import { Badge, Group, Text } from "@mantine/core";
import { under } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { api, unwrap, useLoaded, withId } from "../../api/client";
import { useWaysIn } from "../../api/session";
import { useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { deviceName } from "../../ui/device-name";
import { Form, FormAlert, PasswordField } from "../../ui/form";
import { Loading, Section } from "../../ui/page";
import { SessionRow } from "../../ui/session-row";
import { Small, TextButton } from "../../ui/texts";
import { type Session, securityQuery, sessionsQuery } from "./security";
import { SettingsFrame } from "./settings-frame";
import { TwoFactorSection } from "./two-factor-section";

export default function SecurityPage() {
  const security = useLoaded(securityQuery);
  return (
    <SettingsFrame part="security">
      <PasswordSection hasPassword={security.has_password} />
      <TwoFactorSection security={security} />
      <GoogleSection connected={security.google} />
      <SessionsSection />
    </SettingsFrame>
  );
}

const BLANK = { current_password: "", password: "", password_confirmation: "" };

function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTexts("settings");
  const form = useActionForm(BLANK);
  const save = async () => {
    const { current_password, ...chosen } = form.values;
    await unwrap(api.PUT("/api/user/password", { body: hasPassword ? form.values : chosen }));
    form.reset();
  };
  return (
    <Section title={t("settings.password.title")}>
      <Form
        {...form.submits(
          save,
          t("settings.password.saved"),
          under("/api/user/security", "/api/user/sessions"),
        )}
        go={t(hasPassword ? "settings.password.save" : "settings.password.set")}
        variant="default"
      >
        {!hasPassword && <Small>{t("settings.password.none")}</Small>}
        {hasPassword && <PasswordField {...form.field("current_password", t("settings.password.current"))} />}
        <PasswordField
          isNew
          {...form.field("password", t("settings.password.new"))}
          description={form.errors.password ? null : t("settings.password.hint")}
        />
        <PasswordField isNew {...form.field("password_confirmation", t("settings.password.again"))} />
      </Form>
    </Section>
  );
}

/** Signing in with Google; only if the server supports it, or the account already uses it. */
function GoogleSection({ connected }: { connected: boolean }) {
  const { t } = useTexts("settings");
  const [search] = useSearchParams();
  const ways = useWaysIn();
  const { busy, dialog, act } = useAction();
  if (!connected && !ways?.google) return null;

  const connect = async () => {
    const { url } = await unwrap(api.POST("/api/user/google"));
    location.assign(url);
  };
  const remove = () => unwrap(api.DELETE("/api/user/google"));
  const problem = search.get("problem");
  const said = problem === "google-of-another-account" ? "settings.google.other" : "settings.google.failed";
  return (
    <Section
      title={t("settings.google.title")}
      lead={t(connected ? "settings.google.on" : "settings.google.off")}
    >
      {connected && search.get("connected") === "google" && (
        <Text role="status">{t("settings.google.connected")}</Text>
      )}
      <FormAlert>{problem ? t(said) : null}</FormAlert>
      <Group>
        <TextButton
          label={t(connected ? "settings.google.remove" : "settings.google.connect")}
          loading={busy}
          onClick={() =>
            connected
              ? act(remove, t("settings.google.removed"), securityQuery)
              : act(connect, undefined, null)
          }
        />
      </Group>
      {dialog}
    </Section>
  );
}

/** The sessions of the user; each of them can be ended, or all others at once. */
function SessionsSection() {
  const { t } = useTexts("settings");
  const { data: sessions } = useQuery(sessionsQuery);
  const { dialog, act, press } = useAction();

  const end = (id: string) => unwrap(api.DELETE("/api/user/sessions/{id}", withId(id)));
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
            {...press(endOthers, t("settings.sessions.othersDone"), sessionsQuery)}
          />
        </Group>
      )}
      {dialog}
    </Section>
  );
}

function OneSession({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t, dateTime, ago } = useTexts("settings");
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
