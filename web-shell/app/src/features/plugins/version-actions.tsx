import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionRow } from "../../admin/action-row";
import { AudienceFields, audienceOf, FIRST } from "../../admin/audience-fields";
import { TryLink } from "../../admin/try-link";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction, useActionForm } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { FormDialog } from "../../ui/form-dialog";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { actions, canBeTried, type Plugin, type Version } from "./plugins";

type Props = {
  version: Version;
  plugin: Plugin;
  /** Whether what it may do is approved with it. */
  approves: boolean;
  onClose: () => void;
};

type Asked = "approve" | "release" | "close" | "revoke";

/** What can be done about one version: it begins in a transaction of its own and is seen at once. */
export function VersionActions({ version, plugin }: { version: Version; plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const { message, busy, dialog, act } = useAction();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { digest, state } = version;
  const close = () => setAsked(null);
  const button = (name: Asked) => (
    <TextButton
      label={t(`plugins.deeds.${name}Go`)}
      variant={name === "approve" ? "filled" : "default"}
      onClick={() => setAsked(name)}
    />
  );
  if (state === "revoked") return null;
  return (
    <Section title={t("plugins.deeds.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        {canBeTried(version) && (
          <ActionRow title={t("plugins.deeds.try")} text={t("plugins.deeds.tryText")}>
            <TryLink tried={{ package: digest }} />
          </ActionRow>
        )}
        {state === "waiting" && (
          <ActionRow title={t("plugins.deeds.approve")} text={t("plugins.deeds.approveText")}>
            {button("approve")}
          </ActionRow>
        )}
        {state === "ready" && digest !== plugin.digest && (
          <ActionRow title={t("plugins.deeds.release")} text={t("plugins.deeds.releaseText")}>
            {button("release")}
          </ActionRow>
        )}
        {state === "ready" && (
          <ActionRow title={t("plugins.deeds.close")} text={t("plugins.deeds.closeText")}>
            {button("close")}
          </ActionRow>
        )}
        {state === "quarantined" && (
          <ActionRow title={t("plugins.deeds.reopen")} text={t("plugins.deeds.reopenText")}>
            <TextButton
              label={t("plugins.deeds.reopenGo")}
              loading={busy}
              onClick={() => act(() => actions.reopen(digest), t("plugins.deeds.reopened"))}
            />
          </ActionRow>
        )}
        <ActionRow title={t("plugins.deeds.revoke")} text={t("plugins.deeds.revokeText")}>
          {button("revoke")}
        </ActionRow>
      </div>
      {(asked === "release" || asked === "approve") && (
        <ReleaseVersion version={version} plugin={plugin} approves={asked === "approve"} onClose={close} />
      )}
      {(asked === "close" || asked === "revoke") && (
        <ConfirmDialog
          title={t(`plugins.deeds.${asked}Sure`, { version: version.version })}
          text={t(`plugins.deeds.${asked}Text`)}
          reason={t("plugins.deeds.reason")}
          go={t(`plugins.deeds.${asked}Go`)}
          done={t(asked === "close" ? "plugins.deeds.closed" : "plugins.deeds.revoked")}
          act={(reason) => actions[asked](digest, reason)}
          onClose={close}
        />
      )}
      {dialog}
    </Section>
  );
}

/** Whom a version serves from now on: oneself, a plan, a part of all accounts, everybody. */
function ReleaseVersion({ version, plugin, approves, onClose }: Props) {
  const { t } = useTranslation("plugins");
  const [choice, setChoice] = useState(FIRST);
  const form = useActionForm({});
  const title = approves ? "plugins.release.approveTitle" : "plugins.release.title";
  const release = async () => {
    const audience = audienceOf(choice);
    await (approves
      ? actions.approve(version, audience)
      : actions.release(plugin.id, version.digest, audience));
    onClose();
  };
  return (
    <FormDialog
      title={t(title, { version: version.version })}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(release, t(approves ? "plugins.release.approved" : "plugins.release.done"))}
      go={t(approves ? "plugins.deeds.approveGo" : "plugins.deeds.releaseGo")}
    >
      {approves && <Text size="sm">{t("plugins.release.approveText")}</Text>}
      <AudienceFields choice={choice} errors={form.errors} onChange={setChoice} />
    </FormDialog>
  );
}
