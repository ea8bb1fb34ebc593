import { Checkbox, Group, TextInput } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { useState } from "react";
import { useList } from "../../api/use-list";
import { ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { Item, Rows } from "../../ui/list";
import { Section } from "../../ui/page";
import { ShownOnce } from "../../ui/shown-once";
import { StateBadge } from "../../ui/state-badge";
import { listingActions, type ToolInvitation } from "./listing";

/** Days until a link expires; "none" never expires. */
const LIVES = ["7", "30", "90", "none"] as const;

type Props = { plugin: string; onMade: (link: string) => void; onClose: () => void };

/** The invitation links of an unlisted plugin. */
export function LinksSection({ id }: { id: string }) {
  const { t } = useTexts("portal");
  const list = useList(
    "/api/publisher/plugins/{id}/invitations",
    { path: { id } },
    { name: "links", per: 10 },
  );
  return (
    <Section title={t("portal.links.title")} lead={t("portal.links.lead")}>
      <Rows
        list={list}
        none={t("portal.links.none")}
        className="partner-rows"
        label={t("portal.links.title")}
      >
        {(link) => <LinkRow key={link.id} plugin={id} link={link} />}
      </Rows>
      <Group>
        <DialogButton label={t("portal.links.add")} isMain icon="add">
          {(close) => <NewLink plugin={id} onClose={close} />}
        </DialogButton>
      </Group>
    </Section>
  );
}

function LinkRow({ plugin, link }: { plugin: string; link: ToolInvitation }) {
  const { t, date, number } = useTexts("portal");
  const { name, invited_by, uses, most, expires_at, revoked_at, is_open } = link;
  const deed = revoked_at ? "expel" : "revoke";
  const facts = [
    invited_by && t("portal.links.by", { name: invited_by }),
    most === null
      ? t("portal.links.uses", { count: uses, number: number(uses) })
      : t("portal.links.usesOf", { number: number(uses), most: number(most) }),
    expires_at && t("portal.links.until", { when: date(expires_at) }),
  ];
  return (
    <Item title={name} facts={facts}>
      <Group gap={6}>
        <StateBadge mark={is_open ? "good" : "plain"}>
          {t(is_open ? "portal.links.open" : revoked_at ? "portal.links.revoked" : "portal.links.over")}
        </StateBadge>
        {(!revoked_at || link.guests > 0) && (
          <DialogButton
            label={t(`portal.links.${deed}`)}
            size="compact-md"
            name={t(`portal.links.${deed}One`, { name })}
          >
            {(close) => <Revoke plugin={plugin} link={link} onClose={close} />}
          </DialogButton>
        )}
      </Group>
    </Item>
  );
}

function Revoke({ plugin, link, onClose }: { plugin: string; link: ToolInvitation; onClose: () => void }) {
  const { t, number } = useTexts("portal");
  // Users may still have the plugin by a link that is already revoked.
  const isOver = link.revoked_at !== null;
  const [guests, setGuests] = useState(isOver);
  const deed = isOver ? "expel" : "revoke";
  return (
    <ConfirmDialog
      title={t(`portal.links.${deed}One`, { name: link.name })}
      text={t(`portal.links.${deed}Text`, { count: link.guests, number: number(link.guests) })}
      go={t(`portal.links.${deed}`)}
      done={t(`portal.links.${deed}Done`)}
      act={() => listingActions.revoke(plugin, link.id, guests)}
      onClose={onClose}
    >
      {!isOver && link.guests > 0 && (
        <Checkbox
          checked={guests}
          label={t("portal.links.guestsToo", { count: link.guests, number: number(link.guests) })}
          onChange={(event) => setGuests(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

/** Creates a link and shows it once. */
function NewLink({ plugin, onClose }: { plugin: string; onClose: () => void }) {
  const { t } = useTexts("portal");
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

function Content({ plugin, onMade, onClose }: Props) {
  const { t } = useTexts("portal");
  const form = useActionForm({
    name: "",
    most: null as number | null,
    expires_in_days: "30" as (typeof LIVES)[number],
  });
  const { name, most, expires_in_days: days } = form.values;
  const make = async () => {
    const { link } = await listingActions.invite(plugin, {
      name,
      ...(most !== null && { most }),
      ...(days !== "none" && { expires_in_days: Number(days) }),
    });
    onMade(link);
  };
  return (
    <Form {...form.submits(make)} go={t("portal.links.go")} onCancel={onClose}>
      <TextInput
        data-autofocus
        maxLength={80}
        description={t("portal.links.nameHelp")}
        {...form.needs("name", t("portal.links.name"))}
      />
      <NumberField
        placeholder={t("portal.links.mostNone")}
        least={1}
        most={1_000_000}
        decimals={0}
        {...form.field("most", t("portal.links.most"))}
      />
      <Choice
        values={LIVES}
        text={(life) => t(`portal.links.days.${life}`)}
        {...form.field("expires_in_days", t("portal.links.life"))}
      />
    </Form>
  );
}
