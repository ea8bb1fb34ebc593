import { type ReactNode, useState } from "react";
import { ActionRow, TryLink } from "../../admin/admin";
import { AudienceFields, audienceOf, FIRST } from "../../admin/audience-fields";
import { ActionDialog, ConfirmButton, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Section } from "../../ui/page";
import { Small, TextButton } from "../../ui/texts";
import { actions, canBeTried, type Plugin, type Version } from "./plugins";

type Props = {
  version: Version;
  plugin: Plugin;
  /** Whether the release also approves its permissions. */
  approves: boolean;
  onClose: () => void;
};

/** The actions of a version. Each takes effect at once. */
export function VersionActions({ version, plugin }: { version: Version; plugin: Plugin }) {
  const { t } = useTexts("plugins");
  const { message, dialog, press } = useAction();
  const { digest, state } = version;
  const row = (name: string, button: ReactNode) => (
    <ActionRow title={t(`plugins.deeds.${name}`)} text={t(`plugins.deeds.${name}Text`)}>
      {button}
    </ActionRow>
  );
  const ask = (name: "approve" | "release", isMain: boolean) =>
    row(
      name,
      <DialogButton label={t(`plugins.deeds.${name}Go`)} isMain={isMain}>
        {(close) => <ReleaseVersion version={version} plugin={plugin} approves={isMain} onClose={close} />}
      </DialogButton>,
    );
  const shut = (name: "close" | "revoke") =>
    row(
      name,
      <ConfirmButton
        label={t(`plugins.deeds.${name}Go`)}
        title={t(`plugins.deeds.${name}Sure`, { version: version.version })}
        text={t(`plugins.deeds.${name}Text`)}
        reason={t("plugins.deeds.reason")}
        done={t(`plugins.deeds.${name}d`)}
        act={(reason) => actions[name](digest, reason)}
      />,
    );
  if (state === "revoked") return null;
  return (
    <Section title={t("plugins.deeds.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        {canBeTried(version) && row("try", <TryLink tried={{ package: digest }} />)}
        {state === "waiting" && ask("approve", true)}
        {state === "ready" && digest !== plugin.digest && ask("release", false)}
        {state === "ready" && shut("close")}
        {state === "quarantined" &&
          row(
            "reopen",
            <TextButton
              label={t("plugins.deeds.reopenGo")}
              {...press(() => actions.reopen(digest), t("plugins.deeds.reopened"))}
            />,
          )}
        {shut("revoke")}
      </div>
      {dialog}
    </Section>
  );
}

/** The new audience of a version: the administrator, a plan, a percentage of all accounts, all accounts. */
function ReleaseVersion({ version, plugin, approves, onClose }: Props) {
  const { t } = useTexts("plugins");
  const [choice, setChoice] = useState(FIRST);
  const form = useActionForm({});
  const audience = audienceOf(choice);
  return (
    <ActionDialog
      title={t(approves ? "plugins.release.approveTitle" : "plugins.release.title", {
        version: version.version,
      })}
      {...form.does(
        () =>
          approves
            ? actions.approve(version, audience)
            : actions.release(plugin.id, version.digest, audience),
        t(approves ? "plugins.release.approved" : "plugins.release.done"),
      )}
      go={t(approves ? "plugins.deeds.approveGo" : "plugins.deeds.releaseGo")}
      onClose={onClose}
    >
      {approves && <Small>{t("plugins.release.approveText")}</Small>}
      <AudienceFields choice={choice} errors={form.errors} onChange={setChoice} />
    </ActionDialog>
  );
}
