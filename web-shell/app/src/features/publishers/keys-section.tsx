import { Code, Group, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { Dialog } from "../../ui/dialog";
import { Section } from "../../ui/section";
import { Dim, TextButton } from "../../ui/texts";
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
        <TextButton label={t("portal.keys.add")} isMain icon="add" onClick={() => setAdds(true)} />
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
  const { dateTime } = useFormats();
  const [ending, setEnding] = useState(false);
  return (
    <li>
      <div>
        <Code>{id}</Code>
        <Dim>
          {revoked_at
            ? t("portal.keys.retired", { when: dateTime(revoked_at) })
            : t("portal.keys.since", { when: dateTime(created_at) })}
        </Dim>
      </div>
      {!revoked_at && (
        <TextButton
          label={t("portal.keys.retire")}
          size="compact-md"
          name={t("portal.keys.retireOne", { id })}
          onClick={() => setEnding(true)}
        />
      )}
      {ending && (
        <ConfirmDialog
          title={t("portal.keys.retireOne", { id })}
          text={t("portal.keys.retireText")}
          go={t("portal.keys.retire")}
          done={t("portal.keys.retireDone")}
          act={() => actions.retireKey(id)}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  );
}
