import { Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { ActionDialog, ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { TextButton } from "../../ui/texts";
import { type Member, memberActions, type Role } from "./members";
import { RoleChoice } from "./role-choice";

type Props = {
  member: Member;
  isOwn: boolean;
  /** The publisher has no other member. */
  isAlone: boolean;
  role: Role;
};

/** What can be done about a member: another role, and the end of it. */
export function MemberActions({ member, isOwn, isAlone, role }: Props) {
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
      of={form}
      act={() => memberActions.change(member.id, role)}
      done={t("portal.members.changed")}
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
