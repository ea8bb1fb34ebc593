import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AudienceFields, audienceOf, FIRST } from "../../admin/audience-fields";
import { useActionForm } from "../../confirm/use-action";
import { FormDialog } from "../../ui/form-dialog";
import { actions, type Plugin, type Version } from "./plugins";

type Props = {
  version: Version;
  plugin: Plugin;
  /** Whether what it may do is approved with it. */
  approves: boolean;
  onClose: () => void;
};

/** Whom a version serves from now on: oneself, a plan, a part of all accounts, everybody. */
export function ReleaseVersion({ version, plugin, approves, onClose }: Props) {
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
