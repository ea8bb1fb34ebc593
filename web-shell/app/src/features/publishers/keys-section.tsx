import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { AddKey } from "./add-key";
import { actions, type Publisher } from "./publisher";

type Key = Publisher["keys"][number];

/** The keys that packages are signed with. */
export function KeysSection({ publisher }: { publisher: Publisher }) {
  const { t } = useTranslation("portal");
  const [adds, setAdds] = useState(false);
  return (
    <Section title={t("portal.keys.title")} lead={t("portal.keys.lead")}>
      {publisher.keys.length === 0 ? (
        <Text c="dimmed">{t("portal.keys.none")}</Text>
      ) : (
        <ul className="partner-rows" aria-label={t("portal.keys.title")}>
          {publisher.keys.map((key) => (
            <KeyRow key={key.id} value={key} />
          ))}
        </ul>
      )}
      <Group>
        <Button leftSection={<Icon name="add" size={16} />} onClick={() => setAdds(true)}>
          {t("portal.keys.add")}
        </Button>
      </Group>
      {adds && (
        <Dialog title={t("portal.keys.add")} onClose={() => setAdds(false)}>
          <AddKey publisher={publisher.id} onClose={() => setAdds(false)} />
        </Dialog>
      )}
    </Section>
  );
}

function KeyRow({ value: { id, created_at, revoked_at } }: { value: Key }) {
  const { t } = useTranslation("portal");
  const { dateTime } = formatsFor(usePageLanguage());
  const [ending, setEnding] = useState(false);
  return (
    <li>
      <div>
        <Code>{id}</Code>
        <Text size="sm" c="dimmed">
          {revoked_at
            ? t("portal.keys.retired", { when: dateTime(revoked_at) })
            : t("portal.keys.since", { when: dateTime(created_at) })}
        </Text>
      </div>
      {!revoked_at && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t("portal.keys.retireOne", { id })}
          onClick={() => setEnding(true)}
        >
          {t("portal.keys.retire")}
        </Button>
      )}
      {ending && (
        <Dialog title={t("portal.keys.retireOne", { id })} onClose={() => setEnding(false)}>
          <Retire id={id} onClose={() => setEnding(false)} />
        </Dialog>
      )}
    </li>
  );
}

function Retire({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const { message, busy, act } = useAction();
  const retire = async () => {
    await actions.retireKey(id);
    onClose();
  };
  return (
    <Stack gap="md">
      <Text>{t("portal.keys.retireText")}</Text>
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("portal.action.cancel")}
        </Button>
        <Button color="red.8" loading={busy} onClick={() => act(retire, t("portal.keys.retireDone"))}>
          {t("portal.keys.retire")}
        </Button>
      </Group>
    </Stack>
  );
}
