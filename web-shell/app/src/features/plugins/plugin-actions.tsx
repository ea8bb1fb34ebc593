import { at } from "@sitewright/sdk/shell";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { ActionRow } from "../../admin/admin";
import { ConfirmButton, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert } from "../../ui/form";
import { Section } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { actions, type Plugin } from "./plugins";

/** The actions of a plugin as a whole. */
export function PluginActions({ plugin }: { plugin: Plugin }) {
  const { t, href } = useTexts("plugins");
  const navigate = useNavigate();
  const { message, dialog, press } = useAction();
  const { id, pinned } = plugin;
  const pin = pinned ? "unpin" : "pin";
  const canGoBack =
    plugin.releases.some(({ state }) => state === "open") ||
    (plugin.digest !== null && (plugin.previous_digest !== null || plugin.bundled));
  const uninstall = async () => {
    await actions.uninstall(id);
    await navigate(href("adminPlugins"), { replace: true });
  };
  const row = (name: string, button: ReactNode) => (
    <ActionRow title={t(`plugins.deeds.${name}`)} text={t(`plugins.deeds.${name}Text`)}>
      {button}
    </ActionRow>
  );
  return (
    <Section title={t("plugins.deeds.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        {canGoBack &&
          row(
            "rollBack",
            <ConfirmButton
              label={t("plugins.deeds.rollBackGo")}
              title={t("plugins.deeds.rollBackSure", { plugin: plugin.name })}
              text={t("plugins.deeds.rollBackText")}
              reason={t("plugins.deeds.reason")}
              done={t("plugins.deeds.rolledBack")}
              act={(reason) => actions.rollBack(id, reason)}
            />,
          )}
        {row(
          pin,
          <TextButton
            label={t(`plugins.deeds.${pin}Go`)}
            {...press(() => actions[pin](id), t(`plugins.deeds.${pin}ned`))}
          />,
        )}
        {row(
          "uninstall",
          <ConfirmButton
            label={t("plugins.deeds.uninstallGo")}
            variant="outline"
            isDanger
            title={t("plugins.deeds.uninstallSure", { plugin: plugin.name })}
            text={t(
              plugin.bundled ? "plugins.deeds.uninstallLeavesBundled" : "plugins.deeds.uninstallLeaves",
            )}
            done={t("plugins.deeds.uninstalled")}
            // The plugin no longer exists: reload only the list.
            changed={at("/api/admin/plugins")}
            act={uninstall}
          />,
        )}
      </div>
      {dialog}
    </Section>
  );
}
