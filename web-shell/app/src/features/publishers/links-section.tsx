import { Checkbox, Group, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../../api/use-list";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextButton } from "../../ui/texts";
import { listingActions, type ToolInvitation } from "./listing";
import { NewLink } from "./new-link";

/** The links that let people in to an unlisted plugin. */
export function LinksSection({ id }: { id: string }) {
  const { t } = useTranslation("portal");
  const [makes, setMakes] = useState(false);
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
        <TextButton label={t("portal.links.add")} isMain icon="add" onClick={() => setMakes(true)} />
      </Group>
      {makes && <NewLink plugin={id} onClose={() => setMakes(false)} />}
    </Section>
  );
}

function LinkRow({ plugin, link }: { plugin: string; link: ToolInvitation }) {
  const { t } = useTranslation("portal");
  const { date, number } = useFormats();
  const [ends, setEnds] = useState(false);
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
    <li>
      <div>
        <Text fw={600} className="partner-long">
          {name}
        </Text>
        <Line of={facts} />
      </div>
      <Group gap={6}>
        <StateBadge mark={is_open ? "good" : "plain"}>
          {t(is_open ? "portal.links.open" : revoked_at ? "portal.links.revoked" : "portal.links.over")}
        </StateBadge>
        {(!revoked_at || link.guests > 0) && (
          <TextButton
            label={t(`portal.links.${deed}`)}
            size="compact-md"
            name={t(`portal.links.${deed}One`, { name })}
            onClick={() => setEnds(true)}
          />
        )}
      </Group>
      {ends && <Revoke plugin={plugin} link={link} onClose={() => setEnds(false)} />}
    </li>
  );
}

function Revoke({ plugin, link, onClose }: { plugin: string; link: ToolInvitation; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const { number } = useFormats();
  // A link that is taken back already may still have left its guests the plugin.
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
