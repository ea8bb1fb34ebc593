import { Button, Group, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../../api/use-list";
import { Dialog } from "../../ui/dialog";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { Section } from "../../ui/section";
import { ConnectSection } from "./connect-section";
import { KeyRow } from "./key-row";
import { KeyShown } from "./key-shown";
import { NewKeyForm } from "./new-key-form";
import { RevokeKey } from "./revoke-key";
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
          <Button leftSection={<Icon name="add" size={16} />} onClick={() => setMaking(true)}>
            {t("settings.keys.new")}
          </Button>
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
          <KeyShown secret={secret} onDone={() => setSecret(null)} />
        </Dialog>
      )}
    </SettingsFrame>
  );
}

function Keys() {
  const { t } = useTranslation("settings");
  const { data, pager } = useList("/api/keys", {});
  const [ending, setEnding] = useState<string | null>(null);
  if (!data) return <Loading h={80} />;
  if (data.total === 0) return <Text c="dimmed">{t("settings.keys.none")}</Text>;
  const end = data.data.find(({ id }) => id === ending);
  return (
    <>
      <ul className="sw-sessions" aria-label={t("settings.keys.title")}>
        {data.data.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setEnding(key.id)} />
        ))}
      </ul>
      <Pager {...pager} size="sm" />
      {end && <RevokeKey apiKey={end} onClose={() => setEnding(null)} />}
    </>
  );
}
