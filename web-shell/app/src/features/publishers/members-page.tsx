import { Group, Text, TextInput } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/session";
import { useList } from "../../api/use-list";
import { useAction, useActionForm } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { FormDialog } from "../../ui/form-dialog";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextButton } from "../../ui/texts";
import { MemberActions } from "./member-actions";
import { type Invitation, type Member, memberActions, type Role } from "./members";
import type { Publisher } from "./publisher";
import { PublisherFrame } from "./publisher-frame";
import { RoleChoice } from "./role-choice";

/** Who belongs to the publisher, and who is asked to. */
export default function MembersPage() {
  return (
    <PublisherFrame part="members">
      {(publisher) => (
        <>
          <Members publisher={publisher} />
          {publisher.role === "owner" && <Invitations />}
        </>
      )}
    </PublisherFrame>
  );
}

function Members({ publisher }: { publisher: Publisher }) {
  const { t } = useTranslation("portal");
  const { data, pager } = useList("/api/publisher/members", {});
  if (!data) return <Loading h={160} radius="lg" />;
  return (
    <Section title={t("portal.members.title")} lead={t("portal.members.lead")}>
      <ul className="partner-rows" aria-label={t("portal.members.title")}>
        {data.data.map((member) => (
          <MemberRow key={member.id} member={member} role={publisher.role} isAlone={data.total === 1} />
        ))}
      </ul>
      <Pager {...pager} />
    </Section>
  );
}

function MemberRow({ member, role, isAlone }: { member: Member; role: Role; isAlone: boolean }) {
  const { t } = useTranslation("portal");
  const user = useUser();
  const { date } = useFormats();
  const isOwn = member.id === user.id;
  return (
    <li>
      <div>
        <Text fw={600} className="partner-long">
          {isOwn ? t("portal.members.you", { name: member.name }) : member.name}
        </Text>
        <Line of={[member.email, t("portal.members.since", { when: date(member.created_at) })]} />
      </div>
      <Group gap={6}>
        <StateBadge mark={member.role === "owner" ? "good" : "plain"}>
          {t(`portal.role.${member.role}`)}
        </StateBadge>
        {(isOwn || role === "owner") && (
          <MemberActions member={member} isOwn={isOwn} isAlone={isAlone} role={role} />
        )}
      </Group>
    </li>
  );
}

function Invitations() {
  const { t } = useTranslation("portal");
  const [asks, setAsks] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const list = useList("/api/publisher/invitations", {}, { name: "invitations" });
  return (
    <Section title={t("portal.invitations.title")} lead={t("portal.invitations.lead")}>
      <Rows
        list={list}
        none={t("portal.invitations.none")}
        className="partner-rows"
        label={t("portal.invitations.title")}
      >
        {(invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onGone={() => add.current?.focus()} />
        )}
      </Rows>
      <Group>
        <TextButton
          label={t("portal.invitations.add")}
          isMain
          ref={add}
          icon="add"
          onClick={() => setAsks(true)}
        />
      </Group>
      {asks && <Invite onClose={() => setAsks(false)} />}
    </Section>
  );
}

function InvitationRow({ invitation, onGone }: { invitation: Invitation; onGone: () => void }) {
  const { t } = useTranslation("portal");
  const { dateTime } = useFormats();
  const { message, busy, act } = useAction();
  const { id, email, role, invited_by, expires_at, is_over } = invitation;
  const revoke = async () => {
    await memberActions.revoke(id);
    // The row goes, and with it the button that was pressed.
    onGone();
  };
  return (
    <li>
      <div>
        <Text fw={600} className="partner-long">
          {email}
        </Text>
        <Line
          of={[
            t(`portal.role.${role}`),
            t("portal.invitations.by", { name: invited_by }),
            t(is_over ? "portal.invitations.over" : "portal.invitations.until", {
              when: dateTime(expires_at),
            }),
          ]}
        />
        <FormAlert>{message}</FormAlert>
      </div>
      <Group gap={6}>
        <TextButton
          label={t("portal.invitations.resend")}
          size="compact-md"
          loading={busy}
          name={t("portal.invitations.resendOne", { email })}
          onClick={() => act(() => memberActions.resend(id), t("portal.invitations.resent"))}
        />
        <TextButton
          label={t("portal.invitations.revoke")}
          size="compact-md"
          loading={busy}
          name={t("portal.invitations.revokeOne", { email })}
          onClick={() => act(revoke, t("portal.invitations.revoked"))}
        />
      </Group>
    </li>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("portal");
  const form = useActionForm({ email: "", role: "member" as Role });
  const { email, role } = form.values;
  const invite = async () => {
    await memberActions.invite(email, role);
    onClose();
  };
  return (
    <FormDialog
      title={t("portal.invitations.add")}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(invite, t("portal.invitations.sent"))}
      go={t("portal.invitations.go")}
    >
      <TextInput
        type="email"
        required
        data-autofocus
        maxLength={254}
        label={t("portal.invitations.email")}
        description={t("portal.invitations.emailHelp")}
        {...form.field("email")}
      />
      <RoleChoice value={role} onChange={(role) => form.set({ role })} />
    </FormDialog>
  );
}
