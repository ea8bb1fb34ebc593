import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ActionRow } from "../../admin/action-row";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { TextButton } from "../../ui/texts";
import { actions, type Plugin } from "./plugins";

/** What can be done about a plugin as a whole. */
export function PluginActions({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const { message, busy, dialog, act } = useAction();
  const [leaves, setLeaves] = useState(false);
  const [goesBack, setGoesBack] = useState(false);
  const { id, pinned } = plugin;
  const canGoBack =
    plugin.releases.some(({ state }) => state === "open") ||
    (plugin.digest !== null && (plugin.previous_digest !== null || plugin.bundled));
  return (
    <Section title={t("plugins.deeds.title")}>
      <FormAlert>{message}</FormAlert>
      <div>
        {canGoBack && (
          <ActionRow title={t("plugins.deeds.rollBack")} text={t("plugins.deeds.rollBackText")}>
            <TextButton label={t("plugins.deeds.rollBackGo")} onClick={() => setGoesBack(true)} />
          </ActionRow>
        )}
        <ActionRow
          title={t(pinned ? "plugins.deeds.unpin" : "plugins.deeds.pin")}
          text={t(pinned ? "plugins.deeds.unpinText" : "plugins.deeds.pinText")}
        >
          <TextButton
            label={t(pinned ? "plugins.deeds.unpinGo" : "plugins.deeds.pinGo")}
            loading={busy}
            onClick={() =>
              pinned
                ? act(() => actions.unpin(id), t("plugins.deeds.unpinned"))
                : act(() => actions.pin(id), t("plugins.deeds.pinned"))
            }
          />
        </ActionRow>
        <ActionRow title={t("plugins.deeds.uninstall")} text={t("plugins.deeds.uninstallText")}>
          <TextButton
            label={t("plugins.deeds.uninstallGo")}
            variant="outline"
            isDanger
            onClick={() => setLeaves(true)}
          />
        </ActionRow>
      </div>
      {goesBack && (
        <ConfirmDialog
          title={t("plugins.deeds.rollBackSure", { plugin: plugin.name })}
          text={t("plugins.deeds.rollBackText")}
          reason={t("plugins.deeds.reason")}
          go={t("plugins.deeds.rollBackGo")}
          done={t("plugins.deeds.rolledBack")}
          act={(reason) => actions.rollBack(id, reason)}
          onClose={() => setGoesBack(false)}
        />
      )}
      {leaves && <Uninstall plugin={plugin} onClose={() => setLeaves(false)} />}
      {dialog}
    </Section>
  );
}

function Uninstall({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const { t } = useTranslation("plugins");
  const navigate = useNavigate();
  const href = useHref();
  const uninstall = async () => {
    await actions.uninstall(plugin.id);
    await navigate(href("adminPlugins"), { replace: true });
  };
  return (
    <ConfirmDialog
      title={t("plugins.deeds.uninstallSure", { plugin: plugin.name })}
      text={t(plugin.bundled ? "plugins.deeds.uninstallLeavesBundled" : "plugins.deeds.uninstallLeaves")}
      go={t("plugins.deeds.uninstallGo")}
      done={t("plugins.deeds.uninstalled")}
      // The plugin is gone: reload only the list without it.
      changed={at("/api/admin/plugins")}
      act={uninstall}
      onClose={onClose}
    />
  );
}
