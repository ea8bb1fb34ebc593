import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AudienceFields, audienceOf, FIRST } from "../../admin/audience-fields";
import { useAction } from "../../confirm/use-action";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";
import { actions, type Plugin, type Version } from "./plugins";

type Props = {
  version: Version;
  plugin: Plugin;
  /** Whether what it may do is approved with it. */
  approves: boolean;
  onClose: () => void;
};

/** Whom a version serves from now on: oneself, a plan, a part of all accounts, everybody. */
export function ReleaseVersion(props: Props) {
  const { t } = useTranslation("plugins");
  const title = props.approves ? "plugins.release.approveTitle" : "plugins.release.title";
  return (
    <Dialog title={t(title, { version: props.version.version })} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ version, plugin, approves, onClose }: Props) {
  const { t } = useTranslation("plugins");
  const [choice, setChoice] = useState(FIRST);
  const { errors, message, busy, dialog, act } = useAction();
  const release = async () => {
    const audience = audienceOf(choice);
    await (approves
      ? actions.approve(version, audience)
      : actions.release(plugin.id, version.digest, audience));
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(release, t(approves ? "plugins.release.approved" : "plugins.release.done"));
      }}
    >
      <Stack gap="md">
        {approves && <Text size="sm">{t("plugins.release.approveText")}</Text>}
        <FormAlert>{message}</FormAlert>
        <AudienceFields choice={choice} errors={errors} onChange={setChoice} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("plugins.action.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t(approves ? "plugins.deeds.approveGo" : "plugins.deeds.releaseGo")}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}
