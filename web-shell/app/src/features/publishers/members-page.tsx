import { Group, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useUser } from "../../api/session";
import { useList } from "../../api/use-list";
import { ActionDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Item, Pager, Rows } from "../../ui/list";
import { Loading, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { TextButton } from "../../ui/texts";
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
  const { t } = useTexts("portal");
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
  const { t, date } = useTexts("portal");
  const user = useUser();
  const isOwn = member.id === user.id;
  return (
    <Item
      title={isOwn ? t("portal.members.you", { name: member.name }) : member.name}
      facts={[member.email, t("portal.members.since", { when: date(member.created_at) })]}
    >
      <Group gap={6}>
        <StateBadge mark={member.role === "owner" ? "good" : "plain"}>
          {t(`portal.role.${member.role}`)}
        </StateBadge>
        {(isOwn || role === "owner") && (
          <MemberActions member={member} isOwn={isOwn} isAlone={isAlone} role={role} />
        )}
      </Group>
    </Item>
  );
}

function Invitations() {
  const { t } = useTexts("portal");
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
        <DialogButton label={t("portal.invitations.add")} isMain ref={add} icon="add">
          {(close) => <Invite onClose={close} />}
        </DialogButton>
      </Group>
    </Section>
  );
}

function InvitationRow({ invitation, onGone }: { invitation: Invitation; onGone: () => void }) {
  const { t, dateTime } = useTexts("portal");
  const { message, busy, act } = useAction();
  const { id, email, role, invited_by, expires_at, is_over } = invitation;
  const revoke = async () => {
    await memberActions.revoke(id);
    // The row goes, and with it the button that was pressed.
    onGone();
  };
  return (
    <Item
      title={email}
      facts={[
        t(`portal.role.${role}`),
        t("portal.invitations.by", { name: invited_by }),
        t(is_over ? "portal.invitations.over" : "portal.invitations.until", {
          when: dateTime(expires_at),
        }),
      ]}
      more={<FormAlert>{message}</FormAlert>}
    >
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
    </Item>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("portal");
  const form = useActionForm({ email: "", role: "member" as Role });
  const { email, role } = form.values;
  return (
    <ActionDialog
      title={t("portal.invitations.add")}
      onClose={onClose}
      of={form}
      act={() => memberActions.invite(email, role)}
      done={t("portal.invitations.sent")}
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
    </ActionDialog>
  );
}
