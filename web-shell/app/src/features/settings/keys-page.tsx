import { Group } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../../api/client";
import { useList } from "../../api/use-list";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { Dialog } from "../../ui/dialog";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { ShownOnce } from "../../ui/shown-once";
import { TextButton } from "../../ui/texts";
import { ConnectSection } from "./connect-section";
import { KeyRow } from "./key-row";
import { NewKeyForm } from "./new-key-form";
import { SettingsFrame } from "./settings-frame";

/** Keys for programs and agents: what there is, a new one, and how to use them. */
export default function KeysPage() {
  const { t } = useTranslation("settings");
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const made = async (fresh: string) => {
    setMaking(false);
    setSecret(fresh);
    await queries.invalidateQueries(at("/api/keys"));
  };
  return (
    <SettingsFrame part="keys">
      <Section title={t("settings.keys.title")} lead={t("settings.keys.lead")}>
        <Group>
          <TextButton label={t("settings.keys.new")} isMain icon="add" onClick={() => setMaking(true)} />
        </Group>
        <Keys />
      </Section>
      <ConnectSection />
      {making && (
        <Dialog title={t("settings.keys.new")} onClose={() => setMaking(false)}>
          <NewKeyForm onMade={made} onCancel={() => setMaking(false)} />
        </Dialog>
      )}
      {secret && (
        <Dialog title={t("settings.keys.made")} isKept onClose={() => setSecret(null)}>
          <ShownOnce
            text={t("settings.keys.madeText")}
            label={t("settings.keys.secret")}
            value={secret}
            copy={t("settings.keys.copy")}
            copied={t("settings.keys.copied")}
            done={t("settings.keys.done")}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            onDone={() => setSecret(null)}
          />
        </Dialog>
      )}
    </SettingsFrame>
  );
}

function Keys() {
  const { t } = useTranslation("settings");
  const list = useList("/api/keys", {});
  const [ending, setEnding] = useState<string | null>(null);
  const end = list.data?.data.find(({ id }) => id === ending);
  return (
    <>
      <Rows
        list={list}
        none={t("settings.keys.none")}
        className="sw-sessions"
        label={t("settings.keys.title")}
        size="sm"
      >
        {(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => setEnding(key.id)} />}
      </Rows>
      {end && (
        <ConfirmDialog
          title={t("settings.keys.sure", { name: end.name })}
          text={t("settings.keys.sureText")}
          go={t("settings.keys.revoke")}
          cancel={t("settings.keys.cancel")}
          done={t("settings.keys.revokedNow")}
          changed={at("/api/keys")}
          act={() => unwrap(api.DELETE("/api/keys/{id}", { params: { path: { id: end.id } } }))}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}
