import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAction } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { type Member, memberActions, type Role } from "./members";
import { RoleChoice } from "./role-choice";

type Props = {
  member: Member;
  isOwn: boolean;
  /** Nobody else belongs to the publisher. */
  isAlone: boolean;
  /** The reader's own role. */
  role: Role;
};

/** What can be done about a member: another role, and the end of it. */
export function MemberActions({ member, isOwn, isAlone, role }: Props) {
  const { t } = useTranslation("portal");
  const [open, setOpen] = useState<"role" | "end">();
  const { name } = member;
  const close = () => setOpen(undefined);
  const end = isOwn ? "leave" : "remove";
  return (
    <>
      {role === "owner" && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t("portal.members.changeOne", { name })}
          onClick={() => setOpen("role")}
        >
          {t("portal.members.change")}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        aria-label={t(`portal.members.${end}One`, { name })}
        onClick={() => setOpen("end")}
      >
        {t(`portal.members.${end}`)}
      </Button>
      {open === "role" && (
        <Dialog title={t("portal.members.changeOne", { name })} onClose={close}>
          <Change member={member} onClose={close} />
        </Dialog>
      )}
      {open === "end" && (
        <Dialog title={t(`portal.members.${end}One`, { name })} onClose={close}>
          {isAlone ? <Alone onClose={close} /> : <End member={member} end={end} onClose={close} />}
        </Dialog>
      )}
    </>
  );
}

function Change({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const [role, setRole] = useState(member.role);
  const { message, busy, dialog, act } = useAction();
  const change = async () => {
    await memberActions.change(member.id, role);
    onClose();
  };
  return (
    <Stack gap="md">
      <FormAlert>{message}</FormAlert>
      <RoleChoice value={role} onChange={setRole} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("portal.action.cancel")}
        </Button>
        <Button loading={busy} onClick={() => act(change, t("portal.members.changed"))}>
          {t("portal.action.save")}
        </Button>
      </Group>
      {dialog}
    </Stack>
  );
}

/** Nobody would answer for what was published, nor take what is owed for it. */
function Alone({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("portal");
  return (
    <Stack gap="md">
      <Text>{t("portal.members.aloneText")}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("portal.action.close")}
        </Button>
      </Group>
    </Stack>
  );
}

function End({ member, end, onClose }: { member: Member; end: "leave" | "remove"; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const navigate = useNavigate();
  const href = useHref();
  const { message, busy, act } = useAction();
  const remove = async () => {
    await memberActions.remove(member.id);
    onClose();
    // What was open is closed to who has left.
    if (end === "leave") await navigate(href("publisher"), { replace: true });
  };
  return (
    <Stack gap="md">
      <Text>{t(`portal.members.${end}Text`)}</Text>
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t("portal.action.cancel")}
        </Button>
        <Button color="red.8" loading={busy} onClick={() => act(remove, t(`portal.members.${end}Done`))}>
          {t(`portal.members.${end}`)}
        </Button>
      </Group>
    </Stack>
  );
}
