import { Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { useUser } from "../../api/session";
import { useList } from "../../api/use-list";
import { ActionDialog, ConfirmDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Item, Pager, Rows } from "../../ui/list";
import { Loading, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { TextButton } from "../../ui/texts";
import { type Invitation, type Member, memberActions, ROLES, type Role } from "./members";
import type { Publisher } from "./publisher";
import { PublisherFrame } from "./publisher-frame";

type Props = {
  member: Member;
  isOwn: boolean;
  /** The publisher has no other member. */
  isAlone: boolean;
  role: Role;
};

/** The members of the publisher, and pending invitations. */
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
  const { message, press } = useAction();
  const { id, email, role, invited_by, expires_at, is_over } = invitation;
  const revoke = async () => {
    await memberActions.revoke(id);
    // The row disappears, and with it the pressed button.
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
          name={t("portal.invitations.resendOne", { email })}
          {...press(() => memberActions.resend(id), t("portal.invitations.resent"))}
        />
        <TextButton
          label={t("portal.invitations.revoke")}
          size="compact-md"
          name={t("portal.invitations.revokeOne", { email })}
          {...press(revoke, t("portal.invitations.revoked"))}
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
      {...form.does(() => memberActions.invite(email, role), t("portal.invitations.sent"))}
      go={t("portal.invitations.go")}
    >
      <TextInput
        type="email"
        data-autofocus
        maxLength={254}
        description={t("portal.invitations.emailHelp")}
        {...form.needs("email", t("portal.invitations.email"))}
      />
      <RoleChoice value={role} onChange={(role) => form.set({ role })} />
    </ActionDialog>
  );
}

/** The actions of a member: change the role, or remove the member. */
function MemberActions({ member, isOwn, isAlone, role }: Props) {
  const { t, href } = useTexts("portal");
  const navigate = useNavigate();
  const { name } = member;
  const end = isOwn ? "leave" : "remove";
  const remove = async () => {
    await memberActions.remove(member.id);
    // A member who has left has no access to this page.
    if (isOwn) await navigate(href("publisher"), { replace: true });
  };
  return (
    <>
      {role === "owner" && (
        <DialogButton
          label={t("portal.members.change")}
          size="compact-md"
          name={t("portal.members.changeOne", { name })}
        >
          {(close) => <Change member={member} onClose={close} />}
        </DialogButton>
      )}
      <DialogButton
        label={t(`portal.members.${end}`)}
        size="compact-md"
        name={t(`portal.members.${end}One`, { name })}
      >
        {(close) =>
          isAlone ? (
            <Dialog title={t(`portal.members.${end}One`, { name })} onClose={close}>
              <Alone onClose={close} />
            </Dialog>
          ) : (
            <ConfirmDialog
              title={t(`portal.members.${end}One`, { name })}
              text={t(`portal.members.${end}Text`)}
              go={t(`portal.members.${end}`)}
              done={t(`portal.members.${end}Done`)}
              act={remove}
              onClose={close}
            />
          )
        }
      </DialogButton>
    </>
  );
}

function Change({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTexts("portal");
  const form = useActionForm({ role: member.role });
  const { role } = form.values;
  return (
    <ActionDialog
      title={t("portal.members.changeOne", { name: member.name })}
      onClose={onClose}
      {...form.does(() => memberActions.change(member.id, role), t("portal.members.changed"))}
      go={t("portal.action.save")}
      isCancelFirst
    >
      <RoleChoice value={role} onChange={(role) => form.set({ role })} />
    </ActionDialog>
  );
}

/** The last member cannot leave: published plugins and payouts need one. */
function Alone({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("portal");
  return (
    <Stack gap="md">
      <Text>{t("portal.members.aloneText")}</Text>
      <Group justify="flex-end">
        <TextButton label={t("portal.action.close")} data-autofocus onClick={onClose} />
      </Group>
    </Stack>
  );
}

/** The choice of a role, with a description of each. */
function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useTexts("portal");
  return (
    <Radio.Group
      label={t("portal.role.title")}
      value={value}
      onChange={(chosen) => onChange(chosen === "owner" ? "owner" : "member")}
    >
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={t(`portal.role.${role}`)}
            description={t(`portal.role.${role}Text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
