import { NumberInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useActionForm } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { ShownOnce } from "../../ui/shown-once";
import { listingActions } from "./listing";

/** Days until a link expires; none is for ever. */
const LIVES = ["7", "30", "90", "none"] as const;

/** Makes a link and shows it, this once. */
export function NewLink({ plugin, onClose }: { plugin: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const [link, setLink] = useState<string>();
  return (
    <Dialog title={t("portal.links.add")} isKept={link !== undefined} onClose={onClose}>
      {link === undefined ? (
        <Content plugin={plugin} onMade={setLink} onClose={onClose} />
      ) : (
        <ShownOnce
          text={t("portal.links.shown")}
          label={t("portal.links.link")}
          value={link}
          copy={t("portal.links.copy")}
          copied={t("portal.links.copied")}
          done={t("portal.links.done")}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

type Props = { plugin: string; onMade: (link: string) => void; onClose: () => void };

function Content({ plugin, onMade, onClose }: Props) {
  const { t } = useTranslation("portal");
  const form = useActionForm({
    name: "",
    most: "" as number | "",
    expires_in_days: "30" as (typeof LIVES)[number],
  });
  const { name, most, expires_in_days: days } = form.values;
  const make = async () => {
    const { link } = await listingActions.invite(plugin, {
      name,
      ...(most !== "" && { most }),
      ...(days !== "none" && { expires_in_days: Number(days) }),
    });
    onMade(link);
  };
  return (
    <Form of={form} onSubmit={() => form.act(make)} go={t("portal.links.go")} onCancel={onClose}>
      <TextInput
        required
        data-autofocus
        maxLength={80}
        label={t("portal.links.name")}
        description={t("portal.links.nameHelp")}
        {...form.field("name")}
      />
      <NumberInput
        label={t("portal.links.most")}
        placeholder={t("portal.links.mostNone")}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...form.field("most")}
      />
      <Select
        label={t("portal.links.life")}
        allowDeselect={false}
        data={LIVES.map((life) => ({ value: life, label: t(`portal.links.days.${life}`) }))}
        {...form.field("expires_in_days")}
      />
    </Form>
  );
}
