import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { useWaysIn } from "../../api/session";
import { useAction } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { securityQuery } from "./security";

/** Signing in with Google; only where the server has it, or the account already does. */
export function GoogleSection({ connected }: { connected: boolean }) {
  const { t } = useTranslation("settings");
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
