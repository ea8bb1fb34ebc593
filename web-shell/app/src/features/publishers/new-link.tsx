import { Button, CopyButton, Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { listingActions } from "./listing";

/** Days after which a link lets nobody in any more; none is for ever. */
const LIVES = ["7", "30", "90", "none"] as const;

/** Makes a link and shows it, this once. */
export function NewLink({ plugin, onClose }: { plugin: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const [link, setLink] = useState<string>();
  return (
    <Dialog title={t("portal.links.add")} isKept={link !== undefined} onClose={onClose}>
      {link === undefined ? (
        <Form plugin={plugin} onMade={setLink} onClose={onClose} />
      ) : (
        <Shown link={link} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Props = { plugin: string; onMade: (link: string) => void; onClose: () => void };

function Form({ plugin, onMade, onClose }: Props) {
  const { t } = useTranslation("portal");
  const [name, setName] = useState("");
  const [most, setMost] = useState<number | null>(null);
  const [days, setDays] = useState<(typeof LIVES)[number]>("30");
  const { errors, message, busy, act } = useAction();
  const make = async () => {
    const { link } = await listingActions.invite(plugin, {
      name,
      ...(most !== null && { most }),
      ...(days !== "none" && { expires_in_days: Number(days) }),
    });
    onMade(link);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(make);
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <TextInput
          name="name"
          required
          data-autofocus
          maxLength={80}
          label={t("portal.links.name")}
          description={t("portal.links.nameHelp")}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          name="most"
          label={t("portal.links.most")}
          placeholder={t("portal.links.mostNone")}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={most ?? ""}
          error={errors.most}
          onChange={(value) => setMost(value === "" ? null : Number(value))}
        />
        <Select
          name="expires_in_days"
          label={t("portal.links.life")}
          allowDeselect={false}
          data={LIVES.map((life) => ({ value: life, label: t(`portal.links.days.${life}`) }))}
          value={days}
          error={errors.expires_in_days}
          onChange={(life) => setDays(LIVES.find((known) => known === life) ?? "30")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("portal.action.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t("portal.links.go")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Shown({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  return (
    <Stack gap="md">
      <Text size="sm">{t("portal.links.shown")}</Text>
      <TextInput
        readOnly
        data-autofocus
        label={t("portal.links.link")}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "portal.links.copied" : "portal.links.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t("portal.links.done")}</Button>
      </Group>
    </Stack>
  );
}
